import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** When the connection of the next write breaks: as it arrives, or when the server has answered it. */
export type Cut = 'request' | 'answer'

/** A TCP proxy to the server that can break at a chosen moment of a write. */
export interface CuttingProxy {
  readonly address: string
  /** Breaks everything at the next write, and calls `onCut`. */
  cutAt(moment: Cut, onCut: () => void): void
  /** Takes back `cutAt`. */
  disarm(): void
  close(): Promise<void>
}

const WRITE = /^(POST|DELETE|PATCH) \/api\/(posts|comments|media|uploads)/

export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let armed: { moment: Cut; onCut: () => void } | null = null

  function cut(): void {
    const { onCut } = armed ?? {}
    armed = null
    onCut?.()
    for (const socket of sockets) socket.resetAndDestroy()
  }

  const server = createServer((browser) => {
    const product = connect(Number(port), hostname)
    let isWriting = false
    for (const socket of [browser, product]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        browser.destroy()
        product.destroy()
      })
    }
    browser.on('data', (chunk: Buffer) => {
      isWriting ||= WRITE.test(chunk.toString('latin1', 0, 40))
      product.write(chunk)
      if (isWriting && armed?.moment === 'request') cut()
    })
    product.on('data', (chunk) => {
      if (isWriting && armed?.moment === 'answer') cut()
      else browser.write(chunk)
      isWriting = false
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cutAt(moment, onCut) {
      armed = { moment, onCut }
    },
    disarm() {
      armed = null
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
