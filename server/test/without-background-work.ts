import type { Dependencies } from '../src/app.ts'
import type { PushClock } from '../src/features/push/push-clock.ts'

export const STOPPED_CLOCK: PushClock = {
  now: Date.now,
  every: () => () => undefined,
  after: () => () => undefined,
}

/** For tests that count statements: the server sends none but those of requests. */
export const WITHOUT_BACKGROUND_WORK = {
  ffmpeg: null,
  push: { clock: STOPPED_CLOCK },
  search: { clock: STOPPED_CLOCK },
} as const satisfies Partial<Dependencies>
