import { Agent } from 'node:http'
import type { Dependencies } from '../../src/app.ts'
import { createCaches } from '../../src/caches.ts'
import { type Installation, startTestApp } from '../app.ts'
import { createClient } from '../client.ts'
import { askOver } from '../network.ts'

export interface NetworkInstallation extends Installation {
  readonly address: string
}

/** A server that gets requests over the network, so that answers before the framework are tested too. */
export async function startOverNetwork(options: Partial<Dependencies> = {}): Promise<NetworkInstallation> {
  const { app, db, secret, close } = await startTestApp({ createCaches, ...options })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const agent = new Agent({ keepAlive: true })
  const network = askOver(() => address, agent)
  return {
    app: network,
    db,
    secret,
    isAhead: options.clock !== undefined,
    address,
    visitor: createClient(network, null),
    async close() {
      agent.destroy()
      await close()
    },
  }
}
