import { expect, test } from 'vitest'
import { type Allowance, createLoadGate } from './load-gate.ts'

/** A gate in a loop whose turns end when we say so. */
function createTurns(allowance: Allowance = { burst: 0, shedding: 0 }) {
  let end: ((now: number) => void) | null = null
  const gate = createLoadGate((callback) => {
    end = callback
  }, allowance)
  return { gate, endTurn: (now: number) => end?.(now) }
}

/** Answers so many requests, each after `took` milliseconds, while `underWay` others wait. */
function answer(gate: ReturnType<typeof createLoadGate>, count: number, took: number, from: number): number {
  let now = from
  for (let index = 0; index < count; index++) {
    now += 10
    gate.begin()
    gate.end(took, now)
  }
  return now
}

test('takes what comes within 200 ms of a turn, refuses the rest of it, and starts anew with the next', () => {
  const { gate, endTurn } = createTurns()
  expect(gate.admit(1_000)).toBe(true)
  expect(gate.admit(1_200)).toBe(true)
  expect(gate.admit(1_201)).toBe(false)
  expect(gate.admit(1_399)).toBe(false)
  endTurn(1_400)
  // After a pause: it was a burst.
  expect(gate.admit(2_000)).toBe(true)
  expect(gate.admit(2_200)).toBe(true)
  expect(gate.state.refused).toBe(2)
})

test('takes a burst in one turn, however slow the machine and long the turns before it', () => {
  const { gate, endTurn } = createTurns({ burst: 3, shedding: 1 })
  for (const began of [1_000, 2_501, 4_002]) {
    expect([0, 201, 399].map((after) => gate.admit(began + after))).toEqual([true, true, true])
    endTurn(began + 1_500)
  }
  expect(gate.state.refused).toBe(0)
})

test('takes one burst in a turn that does not end', () => {
  const { gate } = createTurns({ burst: 2, shedding: 2 })
  const admit = (...times: number[]) => times.map((now) => gate.admit(now))
  expect(admit(1_000, 1_201, 1_202)).toEqual([true, true, false])
  expect(admit(1_401, 1_482, 1_483)).toEqual([true, false, false])
})

test('takes fewer however long a turn lasts in the two seconds after a refusal, and bursts again afterwards', () => {
  const { gate, endTurn } = createTurns({ burst: 3, shedding: 1 })
  const admit = (...times: number[]) => times.map((now) => gate.admit(now))
  expect(admit(1_000, 1_201, 1_202, 1_203)).toEqual([true, true, true, false])
  endTurn(1_300)
  expect(admit(1_301, 1_382, 1_383)).toEqual([true, false, false])
  endTurn(1_400)
  expect(admit(3_181, 3_382)).toEqual([true, false])
  endTurn(3_400)
  expect(admit(5_382, 5_583, 5_584, 5_585)).toEqual([true, true, true, false])
})

test('takes a burst when nothing is under way, however few may be for their slowness', () => {
  const { gate, endTurn } = createTurns({ burst: 100, shedding: 0 })
  answer(gate, 2_000, 1_000, 0)
  expect(gate.state.limit).toBe(32)
  const begin = () => {
    const isTaken = gate.admit(50_000)
    if (isTaken) gate.begin()
    return isTaken
  }
  for (let burst = 0; burst < 10; burst++) {
    for (let count = 0; count < 100; count++) expect(begin()).toBe(true)
    for (let count = 0; count < 100; count++) gate.end(1_000, 50_000)
    endTurn(50_000)
  }
  expect(gate.state.refused).toBe(0)

  // It is over when all of it has been answered: what comes while some of it is under way is under the limit again.
  for (let count = 0; count < 100; count++) expect(begin()).toBe(true)
  for (let count = 0; count < 50; count++) gate.end(1_000, 50_000)
  expect(begin()).toBe(false)
})

test('takes what comes within 80 ms when long turns follow one another', () => {
  const { gate, endTurn } = createTurns()
  gate.admit(1_000)
  endTurn(1_100)
  expect(gate.admit(1_101)).toBe(true)
  expect(gate.admit(1_181)).toBe(true)
  expect(gate.admit(1_182)).toBe(false)
  endTurn(1_190)
  expect(gate.admit(1_191)).toBe(true)
  expect(gate.admit(1_272)).toBe(false)
  // A short turn ends the row.
  endTurn(1_273)
  gate.admit(1_274)
  endTurn(1_280)
  expect(gate.admit(1_281)).toBe(true)
  expect(gate.admit(1_480)).toBe(true)
})

test('begins anew in a turn that does not end', () => {
  const { gate } = createTurns()
  gate.admit(1_000)
  expect(gate.admit(1_400)).toBe(false)
  expect(gate.admit(1_401)).toBe(true)
  expect(gate.admit(1_481)).toBe(true)
  expect(gate.admit(1_482)).toBe(false)
})

test('lets fewer be under way while answers are slow, never fewer than 32, and more again when they are not', () => {
  const { gate, endTurn } = createTurns()
  const { limit } = gate.state
  let now = answer(gate, 20, 1_000, 0)
  expect(gate.state.limit).toBeLessThan(limit)
  now = answer(gate, 2_000, 1_000, now)
  expect(gate.state.limit).toBe(32)

  for (let count = 0; count < 32; count++) gate.begin()
  expect(gate.admit(now)).toBe(false)
  now = answer(gate, 20, 10, now)
  expect(gate.state.limit).toBeGreaterThan(32)
  endTurn(now)
  expect(gate.admit(now)).toBe(true)
})

test('lets as many be under way as at the start again once answers are quick, without waiting for so many', () => {
  const { gate } = createTurns()
  const { limit } = gate.state
  const now = answer(gate, 2_000, 1_000, 0)
  answer(gate, 2_000, 10, now)
  expect(gate.state.limit).toBeGreaterThanOrEqual(limit)
  expect(gate.state.limit).toBeLessThan(limit * 1.2)
})

test('grows no limit that nothing reaches', () => {
  const { gate } = createTurns()
  const { limit } = gate.state
  answer(gate, 1_000, 1, 0)
  expect(gate.state).toEqual({ underWay: 0, limit, refused: 0 })
})
