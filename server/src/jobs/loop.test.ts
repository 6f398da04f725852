import pino from 'pino'
import { test as base, expect } from 'vitest'
import type { JobClock } from './clock.ts'
import { type Found, Loop, NOTHING_MORE } from './loop.ts'

const EVERY_MS = 8_000
const GATHER_MS = 20

interface Timer {
  readonly ms: number
  readonly work: () => void
}

/** A clock whose timers the test runs. */
function createManualClock() {
  const timers = new Set<Timer>()
  let tick: () => void = () => undefined
  const clock: JobClock = {
    now: () => 0,
    elapsed: () => 0,
    every(ms, work) {
      expect(ms).toBe(EVERY_MS)
      tick = work
      return () => {
        tick = () => undefined
      }
    },
    after(ms, work) {
      const timer = { ms, work }
      timers.add(timer)
      return () => timers.delete(timer)
    },
  }
  return {
    ...clock,
    tick: () => tick(),
    /** After how many milliseconds the next look comes, in full seconds if it is later than gathering. */
    waits: () => [...timers].map(({ ms }) => (ms > GATHER_MS ? Math.round(ms / 1_000) * 1_000 : ms)),
    run() {
      for (const timer of timers) {
        timers.delete(timer)
        timer.work()
      }
    },
  }
}

/** A loop whose looks the test ends. */
const test = base.extend('loop', () => {
  const clock = createManualClock()
  const logged: string[] = []
  const logger = pino({ level: 'warn' }, { write: (line) => void logged.push(JSON.parse(line).msg) })
  const looks: { isTick: boolean; end: (found?: Found) => void; fail: (error: Error) => void }[] = []
  const look = (isTick: boolean) =>
    new Promise<Found>((resolve, reject) => {
      looks.push({ isTick, end: (found = NOTHING_MORE) => resolve(found), fail: reject })
    })
  const loop = new Loop({
    name: 'ducks',
    purpose: 'feed ducks',
    clock,
    logger,
    everyMs: EVERY_MS,
    gatherMs: GATHER_MS,
    look,
  })
  const settled = async () => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  }
  return {
    ...{ clock, logged, looks, loop },
    /** Begins the look that is due, and ends it. */
    async lookAnd(end: (look: (typeof looks)[number]) => void) {
      clock.run()
      end(looks.at(-1) as (typeof looks)[number])
      await settled()
    },
    settled,
  }
})

test('it looks at the start, on each tick and when it is woken, and only then', async ({
  loop: { clock, looks, loop, lookAnd },
}) => {
  loop.wake()
  expect(clock.waits(), 'nothing before the start').toEqual([])
  loop.start()
  expect(clock.waits()).toEqual([0])
  await lookAnd(({ end }) => end())
  expect(clock.waits()).toEqual([])
  loop.wake()
  loop.wake()
  expect(clock.waits()).toEqual([GATHER_MS])
  await lookAnd(({ end }) => end())
  clock.tick()
  await lookAnd(({ end }) => end())
  expect(looks.map(({ isTick }) => isTick)).toEqual([true, false, true])
  expect(clock.waits()).toEqual([])
})

test('one look at a time; what wakes it meanwhile leads to another', async ({
  loop: { clock, looks, loop, settled },
}) => {
  loop.start()
  clock.run()
  loop.wake()
  clock.tick()
  expect(clock.waits()).toEqual([])
  looks[0]?.end()
  await settled()
  expect(clock.waits()).toEqual([GATHER_MS])
  clock.run()
  expect(looks.map(({ isTick }) => isTick)).toEqual([true, true])
})

test('it looks again as long as there is more, and rests before, whoever wakes it', async ({
  loop: { clock, loop, lookAnd },
}) => {
  loop.start()
  await lookAnd(({ end }) => end({ isMore: true }))
  expect(clock.waits()).toEqual([0])
  await lookAnd(({ end }) => end({ isMore: true, restMs: 3_000 }))
  loop.wake()
  clock.tick()
  expect(clock.waits()).toEqual([3_000])
})

test('a look that fails is repeated, later each time, and logged once', async ({
  loop: { clock, logged, looks, loop, lookAnd },
}) => {
  loop.start()
  const waits: number[] = []
  for (let failures = 0; failures < 5; failures++) {
    await lookAnd(({ fail }) => fail(new Error('no ducks')))
    waits.push(...clock.waits())
  }
  expect(waits).toEqual([1_000, 2_000, 4_000, EVERY_MS, EVERY_MS])
  expect(logged).toEqual(['could not feed ducks'])
  expect(
    looks.every(({ isTick }) => isTick),
    'the tick has not been done',
  ).toBe(true)
  await lookAnd(({ fail }) => fail(new Error('no bread')))
  await lookAnd(({ end }) => end())
  loop.wake()
  await lookAnd(({ fail }) => fail(new Error('no bread')))
  expect(logged).toHaveLength(3)
  expect(loop.state).toMatchObject({ looks: 8, failures: 7 })
  expect(clock.waits()).toEqual([1_000])
})

test('its end waits for the look under way, and none comes after it', async ({
  loop: { clock, looks, loop, settled },
}) => {
  loop.start()
  clock.run()
  let isClosed = false
  const closing = loop.close().then(() => {
    isClosed = true
  })
  await settled()
  expect(isClosed).toBe(false)
  looks[0]?.end({ isMore: true })
  await closing
  loop.wake()
  clock.tick()
  expect(clock.waits()).toEqual([])
})
