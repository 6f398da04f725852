import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const PROCESS = fileURLToPath(new URL('lock-holder.process.ts', import.meta.url))

/** Another process that holds a lock. */
export interface LockHolder {
  /** Resolves once the lock is released. A second call does nothing. */
  release(): Promise<void>
}

/**
 * @param what whether others cannot write, or cannot read either (only if nobody has the file open yet)
 * @returns once the lock is held
 */
export async function holdLock(file: string, what: 'writing' | 'whole'): Promise<LockHolder> {
  const child = fork(PROCESS, [file, what], { execArgv: [] })
  const [said] = await once(child, 'message')
  if (said !== 'locked') throw new Error(`The lock could not be taken: ${said}`)
  const exit = once(child, 'exit')
  let isTold = false
  return {
    async release() {
      if (!isTold) child.send('release')
      isTold = true
      await exit
    },
  }
}
