import { EDIT_GRACE_MS } from '@quack/contract/rules/limits'
import { type JobClock, SYSTEM_CLOCK } from '../src/jobs/clock.ts'

export interface TestClock extends JobClock {
  /** Moves the time on, and lets the workers look. */
  advance(ms: number): void
  /** As if the clock of the machine had been put forward, or back. */
  jump(ms: number): void
}

/** It is ahead of the ids of what is written, so that each edit comes late enough to leave a trace. */
export const AHEAD_CLOCK: JobClock = { ...SYSTEM_CLOCK, now: () => Date.now() + 2 * EDIT_GRACE_MS }

/**
 * The workers gather for less long than in a real server, which would wait for nobody but the test; in milliseconds.
 */
const soon = (ms: number) => (ms <= 2_000 ? ms / 5 : ms)

interface TestClockOptions {
  readonly start?: number
  /**
   * Whether jobs that look once an hour look too. They delete what is old: also sessions, which requests judge by the
   * time of the machine.
   */
  readonly isHourly?: boolean
}

const HOUR = 60 * 60_000

/** A clock that stands still until it is moved. Looks after commits do not wait for that. */
export function createTestClock({ start = Date.now(), isHourly = false }: TestClockOptions = {}): TestClock {
  let now = start
  let elapsed = 0
  const works = new Set<() => void>()
  const jump = (ms: number) => {
    now += ms
    for (const work of works) work()
  }
  return {
    now: () => now,
    elapsed: () => elapsed,
    every(ms, work) {
      if (ms < HOUR || isHourly) works.add(work)
      return () => works.delete(work)
    },
    after: (ms, work) => SYSTEM_CLOCK.after(soon(ms), work),
    advance(ms) {
      elapsed += ms
      jump(ms)
    },
    jump,
  }
}
