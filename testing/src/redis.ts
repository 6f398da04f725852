import { spawn } from 'node:child_process'
import { on, once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { freePort } from './free-port.ts'

export interface TestRedis {
  readonly pid: number
  readonly url: string
  /** Kills it, as if the machine were lost. */
  kill(): Promise<void>
  /** Starts it again at the same address, empty. */
  start(): Promise<void>
  /** While it is away: waits for so many connection attempts to its address. */
  untilLookedFor(times: number): Promise<void>
}

/** A Redis server for one test, without persistence. */
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort()
  let child = await launch(port)
  return {
    get pid() {
      return child.pid ?? 0
    },
    url: `redis://127.0.0.1:${port}`,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    async start() {
      child = await launch(port)
    },
    async untilLookedFor(times) {
      const refusing = createServer().listen(port, '127.0.0.1')
      let count = 0
      for await (const [socket] of on(refusing, 'connection') as AsyncIterable<[Socket]>) {
        socket.destroy()
        if (++count === times) break
      }
      refusing.close()
      await once(refusing, 'close')
    },
  }
}

async function launch(port: number) {
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', '/tmp']
  const child = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const chunk of child.stdout) {
    if (String(chunk).includes('Ready to accept connections')) return child
  }
  throw new Error('Redis did not start')
}
