import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseFailure } from './failure.ts'

/** Before the next attempt: most locks are short, so the first pauses are; then each is twice as long. Milliseconds. */
const BACKOFF_MS = { least: 1, most: 50 } as const

export function isLocked(error: unknown): boolean {
  return error instanceof DatabaseFailure && error.kind === 'locked'
}

/**
 * Runs a statement, again and again while another process has the lock that it takes. The waiting is done here and not
 * by SQLite's `busy_timeout`, which would hold up the event loop, and with it every request.
 * @param timeoutMs how long, in milliseconds
 * @returns the result itself where there is nothing to wait for: a promise would cost as much as a small statement
 */
export function retryWhileLocked<T>(timeoutMs: number, work: () => T): T | Promise<T> {
  try {
    return work()
  } catch (error) {
    return keepRetrying(error, timeoutMs, work)
  }
}

/**
 * Goes on after a first attempt that failed.
 * @param first why it failed; thrown as it is where that was no lock
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

/** @param attempt the next one, counted from 1. @param deadline of the last one, as of performance.now() */
export async function backOff(attempt: number, deadline: number): Promise<void> {
  const pause = Math.min(BACKOFF_MS.least * 2 ** (attempt - 1), BACKOFF_MS.most, deadline - performance.now())
  await sleep(Math.max(pause, 0))
}
