import { spawn } from 'node:child_process'

export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv
  /** Shows the output as it comes; otherwise it is kept and shown only after a failure. */
  readonly isShown?: boolean
  /** Ends the program as Ctrl-C would. */
  readonly signal?: AbortSignal
}

/** The exit code of a long test that this machine or clone lacks something for. */
export const NOT_RUN = 77

/** Runs a program of node_modules/.bin or the PATH in the repository's root. True when it succeeded. */
export async function run(program: string, args: readonly string[], options: RunOptions = {}): Promise<boolean> {
  return (await runToCode(program, args, options)) === 0
}

/** As `run`. @returns the exit code; null after a signal */
export function runToCode(program: string, args: readonly string[], options: RunOptions = {}): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      env: { ...process.env, ...options.env },
      stdio: options.isShown === true ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    })
    const output: Buffer[] = []
    child.stdout?.on('data', (chunk: Buffer) => output.push(chunk))
    child.stderr?.on('data', (chunk: Buffer) => output.push(chunk))
    options.signal?.addEventListener('abort', () => child.kill('SIGINT'))
    // A signal to this process alone, say of a supervisor, would leave the program running.
    const forget = onEnd(() => child.kill('SIGINT'))
    child.on('error', reject)
    child.on('close', (code) => {
      forget()
      if (code !== 0) process.stdout.write(Buffer.concat(output))
      resolve(code)
    })
  })
}

/** The repository's root folder. */
export const ROOT = new URL('../..', import.meta.url).pathname

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs a synchronous clean-up when this process ends, by itself or by a signal.
 * @returns takes it back
 */
export function onEnd(cleanUp: () => void): () => void {
  const endBySignal = (signal: NodeJS.Signals) => {
    forget()
    cleanUp()
    // Another listener of the signal decides how the process ends. Without one, the signal ends it as usual.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
  }
  function forget(): void {
    process.off('exit', cleanUp)
    for (const signal of SIGNALS) process.off(signal, endBySignal)
  }
  process.once('exit', cleanUp)
  for (const signal of SIGNALS) process.once(signal, endBySignal)
  return forget
}
