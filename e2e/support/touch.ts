import type { Page } from '@playwright/test'

type Point = readonly [x: number, y: number]

export interface Fingers {
  /** Twice at the same place, within the time that counts as a double tap. */
  doubleTap: (at: Point) => Promise<void>
  /** Moves fingers from one set of points to another. */
  move: (from: readonly Point[], to: readonly Point[]) => Promise<void>
}

const STEPS = 8
/** Between two events, in seconds. The browser takes the time from the events, however long they need to arrive. */
const STEP = 0.02
/** Between two gestures, which together must be no double tap. */
const PAUSE = 1

/** Touches with several fingers, or at given times. */
export async function fingersOn(page: Page): Promise<Fingers> {
  const devtools = await page.context().newCDPSession(page)
  let time = 0
  const begin = () => {
    time = Math.max(time + PAUSE, Date.now() / 1_000)
  }
  async function touch(type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]): Promise<void> {
    time += STEP
    const touchPoints = points.map(([x, y], id) => ({ x, y, id }))
    await devtools.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: time })
  }
  return {
    async doubleTap(at) {
      begin()
      for (let tap = 0; tap < 2; tap++) {
        await touch('touchStart', [at])
        await touch('touchEnd', [])
      }
    },
    async move(from, to) {
      begin()
      await touch('touchStart', from)
      for (let step = 1; step <= STEPS; step++) {
        const part = (start: number, end: number) => start + ((end - start) * step) / STEPS
        await touch(
          'touchMove',
          from.map(([x, y], finger) => [part(x, to[finger]?.[0] ?? x), part(y, to[finger]?.[1] ?? y)]),
        )
      }
      await touch('touchEnd', [])
    },
  }
}
