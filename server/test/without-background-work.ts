import type { Dependencies } from '../src/app.ts'
import type { JobClock } from '../src/jobs/clock.ts'

export const STOPPED_CLOCK: JobClock = {
  now: Date.now,
  elapsed: () => 0,
  every: () => () => undefined,
  after: () => () => undefined,
}

/** For tests that count statements: the server sends none but those of requests. */
export const WITHOUT_BACKGROUND_WORK = {
  ffmpeg: null,
  clock: STOPPED_CLOCK,
} as const satisfies Partial<Dependencies>
