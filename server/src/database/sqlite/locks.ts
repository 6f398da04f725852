import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseFailure } from '../failure.ts'

/** Limits of the exponential back-off between attempts, in milliseconds. Most locks are short. */
const BACKOFF_MS = { least: 1, most: 50 } as const

export function isLocked(error: unknown): boolean {
  return error instanceof DatabaseFailure && error.kind === 'locked'
}

/**
 * Runs a statement, and repeats it while another process holds the lock that it needs. SQLite's `busy_timeout` is not
 * used, because it would block the event loop.
 * @returns a plain value if the first attempt succeeds, because a promise would cost as much as a small statement
 */
export function retryWhileLocked<T>(timeoutMs: number, work: () => T): T | Promise<T> {
  try {
    return work()
  } catch (error) {
    return keepRetrying(error, timeoutMs, work)
  }
}

/**
 * Repeats work whose first attempt has failed.
 * @param first the error of that attempt; thrown unchanged if it is not a lock
 */
export async function keepRetrying<T>(first: unknown, timeoutMs: number, work: () => T | Promise<T>): Promise<T> {
  const deadline = performance.now() + timeoutMs
  let error = first
  for (let attempt = 1; isLocked(error) && performance.now() < deadline; attempt++) {
    await backOff(attempt, deadline)
    try {
      return await work()
    } catch (next) {
      error = next
    }
  }
  throw error
}

/** @param attempt the number of the next attempt. @param deadline of the last attempt, as performance.now() */
export async function backOff(attempt: number, deadline: number): Promise<void> {
  const pause = Math.min(BACKOFF_MS.least * 2 ** (attempt - 1), BACKOFF_MS.most, deadline - performance.now())
  await sleep(Math.max(pause, 0))
}
