import { expect, test } from 'vitest'
import { type Allowance, createLoadGate } from './load-gate.ts'

/** A gate in a loop whose turns end when we say so. */
function createTurns(allowance: Allowance = { burst: 0, shedding: 0 }) {
  let end: (() => void) | null = null
  const gate = createLoadGate((callback) => {
    end = callback
  }, allowance)
  return { gate, endTurn: () => end?.() }
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

test('takes what comes within 60 ms of a turn, refuses the rest of it, and takes 10 ms of the next', () => {
  const { gate, endTurn } = createTurns()
  const admit = (...times: number[]) => times.map((now) => gate.admit(now))
  expect(admit(1_000, 1_060, 1_061, 1_199)).toEqual([true, true, false, false])
  endTurn()
  expect(admit(1_200, 1_210, 1_211)).toEqual([true, true, false])
  endTurn()
  expect(admit(1_212, 1_222, 1_223)).toEqual([true, true, false])
  expect(gate.state.refused).toBe(4)
})

test('takes 60 ms of a turn again two seconds after the last refusal', () => {
  const { gate, endTurn } = createTurns()
  const admit = (...times: number[]) => times.map((now) => gate.admit(now))
  expect(admit(1_000, 1_101)).toEqual([true, false])
  endTurn()
  expect(admit(3_090, 3_100, 3_150, 3_151)).toEqual([true, true, true, false])
})

test('takes a burst in one turn, however slow the machine and long the turns before it', () => {
  const { gate, endTurn } = createTurns({ burst: 3, shedding: 1 })
  for (const began of [1_000, 2_501, 4_002]) {
    expect([0, 201, 399].map((after) => gate.admit(began + after))).toEqual([true, true, true])
    endTurn()
  }
  expect(gate.state.refused).toBe(0)
})

test('takes one burst in a turn that does not end', () => {
  const { gate } = createTurns({ burst: 2, shedding: 2 })
  const admit = (...times: number[]) => times.map((now) => gate.admit(now))
  expect(admit(1_000, 1_101, 1_102)).toEqual([true, true, false])
  expect(admit(1_201, 1_211, 1_212)).toEqual([true, true, false])
})

test('takes fewer however long a turn lasts in the two seconds after a refusal, and bursts again afterwards', () => {
  const { gate, endTurn } = createTurns({ burst: 3, shedding: 1 })
  const admit = (...times: number[]) => times.map((now) => gate.admit(now))
  expect(admit(1_000, 1_101, 1_102, 1_103)).toEqual([true, true, true, false])
  endTurn()
  expect(admit(1_301, 1_312, 1_313)).toEqual([true, false, false])
  endTurn()
  expect(admit(3_301, 3_312)).toEqual([true, false])
  endTurn()
  expect(admit(5_314, 5_415, 5_416, 5_417)).toEqual([true, true, true, false])
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
    endTurn()
  }
  expect(gate.state.refused).toBe(0)

  // It is over when all of it has been answered: what comes while some of it is under way is under the limit again.
  for (let count = 0; count < 100; count++) expect(begin()).toBe(true)
  for (let count = 0; count < 50; count++) gate.end(1_000, 50_000)
  expect(begin()).toBe(false)
})

test('is late after 20 ms of a turn, but only while it sheds load', () => {
  const { gate, endTurn } = createTurns()
  expect([1_000, 1_061].map(gate.isLate)).toEqual([false, false])
  expect(gate.admit(1_061)).toBe(false)
  expect(gate.isLate(1_061)).toBe(true)
  endTurn()
  expect([1_100, 1_120, 1_121].map(gate.isLate)).toEqual([false, false, true])
  endTurn()
  expect([3_060, 3_101].map(gate.isLate)).toEqual([false, false])
})

test('takes a twentieth of a turn that does not end', () => {
  const { gate } = createTurns()
  const admit = (...times: number[]) => times.map((now) => gate.admit(now))
  expect(admit(1_000, 1_200, 1_201, 1_211, 1_212)).toEqual([true, false, true, true, false])
  expect(admit(1_401, 1_402, 1_412, 1_413)).toEqual([false, true, true, false])
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
  endTurn()
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
