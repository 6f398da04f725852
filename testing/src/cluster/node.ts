import { freePort } from '../free-port.ts'
import type { ServerProcess } from '../server-process.ts'
import { startServerProcess } from '../server-process.ts'

/** One node of a cluster: a server process that keeps its address when it is restarted. */
export interface ClusterNode {
  readonly address: string
  readonly pid: number
  /** Resolves once it has ended. */
  kill(): Promise<void>
  /** Stops it as an operator does. @returns its exit code */
  stop(): Promise<number | null>
  /** Resolves when it answers. */
  start(): Promise<void>
}

export async function createNode(env: Record<string, string>): Promise<ClusterNode> {
  const port = await freePort()
  let server: ServerProcess | null = null

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    server?.child.kill(signal)
    const code = (await server?.ended)?.code ?? null
    server = null
    return code
  }

  return {
    address: `http://127.0.0.1:${port}`,
    get pid() {
      return server?.child.pid ?? 0
    },
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    async start() {
      server = startServerProcess({ ...env, PORT: String(port) })
      await server.ready
    },
  }
}
