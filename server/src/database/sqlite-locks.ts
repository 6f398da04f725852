import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseFailure } from './failure.ts'

/** Before the next attempt: most locks are short, so the first pauses are; then each is twice as long. Milliseconds. */
const PAUSE = { least: 1, most: 50 } as const

export function isLocked(error: unknown): boolean {
  return error instanceof DatabaseFailure && error.kind === 'locked'
}

/**
 * Runs a statement, again and again while another process has the lock that it takes. The waiting is done here and not
 * by SQLite's `busy_timeout`, which would hold up the event loop, and with it every request.
 * @param patience how long, in milliseconds
 * @returns the result itself where there is nothing to wait for: a promise would cost as much as a small statement
 */
export function whenUnlocked<T>(patience: number, work: () => T): T | Promise<T> {
  try {
    return work()
  } catch (error) {
    return tryAgain(error, patience, work)
  }
}

/**
 * Goes on after a first attempt that failed.
 * @param first why it failed; thrown as it is where that was no lock
 */
export async function tryAgain<T>(first: unknown, patience: number, work: () => T | Promise<T>): Promise<T> {
  const deadline = performance.now() + patience
  let error = first
  for (let attempt = 1; isLocked(error) && performance.now() < deadline; attempt++) {
    await pauseBefore(attempt, deadline)
    try {
      return await work()
    } catch (next) {
      error = next
    }
  }
  throw error
}

/** @param attempt the next one, counted from 1. @param deadline of the last one, as of performance.now() */
export async function pauseBefore(attempt: number, deadline: number): Promise<void> {
  const pause = Math.min(PAUSE.least * 2 ** (attempt - 1), PAUSE.most, deadline - performance.now())
  await sleep(Math.max(pause, 0))
}
