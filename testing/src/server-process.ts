import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { onEnd, ROOT } from './run.ts'

export interface ServerProcess {
  readonly child: ChildProcess
  /** Its address, once it is printed; rejects with the output if the process ends before. */
  readonly ready: Promise<string>
  /** The exit code and the output, once it has ended. */
  readonly ended: Promise<{ code: number | null; output: string }>
}

/** The part of the tests' environment that every process gets. It contains no configuration. */
export function bareEnvironment(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  return NODE_COMPILE_CACHE === undefined ? { PATH } : { PATH, NODE_COMPILE_CACHE }
}

/**
 * The real server process with this environment, as `npm start` runs it.
 * @param root of the installation; this repository by default
 */
export function startServerProcess(env: Record<string, string>, root = ROOT): ServerProcess {
  const child = spawn(process.execPath, [join(root, 'server/start.js')], {
    // Nothing is asked of the internet.
    env: { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', PORT: '0', RATE_LIMITS: 'off', LINK_CARDS: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // A process that is ended by a signal, as a run of tests can be, does not come to its clean-up.
  const forget = onEnd(() => child.kill('SIGKILL'))
  child.once('close', forget)
  let output = ''
  const ready = new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      output += chunk.toString()
      const [, address] = /Quack is ready: (\S+)/.exec(output) ?? []
      if (address) resolve(address)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('exit', () => reject(new Error(`The server ended before it was ready:\n${output}`)))
  })
  // A caller that only waits for the end must not get an unhandled rejection of `ready`.
  ready.catch(() => undefined)
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }))
  return { child, ready, ended }
}
