import { expect, test } from 'vitest'
import { type Allowance, createLoadGate } from './load-gate.ts'

/** A gate on an event loop whose turns the test ends. */
function createTurns(allowance: Allowance = { burst: 0, shedding: 0 }) {
  let end: (() => void) | null = null
  const gate = createLoadGate((callback) => {
    end = callback
  }, allowance)
  return { gate, endTurn: () => end?.() }
}

/** Answers `count` requests, each after `took` milliseconds, while `underWay` others wait. */
function answer(gate: ReturnType<typeof createLoadGate>, count: number, took: number, from: number): number {
  let now = from
  for (let index = 0; index < count; index++) {
    now += 10
    gate.begin()
    gate.end(took, now)
  }
  return now
}

test('admits requests for 60 ms of a turn, refuses the rest, and admits for 10 ms of the next turn', () => {
  const { gate, endTurn } = createTurns()
  const admit = (...times: number[]) => times.map((now) => gate.admit(now))
  expect(admit(1_000, 1_060, 1_061, 1_199)).toEqual([true, true, false, false])
  endTurn()
  expect(admit(1_200, 1_210, 1_211)).toEqual([true, true, false])
  endTurn()
  expect(admit(1_212, 1_222, 1_223)).toEqual([true, true, false])
  expect(gate.state.refused).toBe(4)
})

test('admits for 60 ms of a turn again two seconds after the last refusal', () => {
  const { gate, endTurn } = createTurns()
  const admit = (...times: number[]) => times.map((now) => gate.admit(now))
  expect(admit(1_000, 1_101)).toEqual([true, false])
  endTurn()
  expect(admit(3_090, 3_100, 3_150, 3_151)).toEqual([true, true, true, false])
})

test('admits a burst in one turn, regardless of the speed of the machine and of earlier turns', () => {
  const { gate, endTurn } = createTurns({ burst: 3, shedding: 1 })
  for (const began of [1_000, 2_501, 4_002]) {
    expect([0, 201, 399].map((after) => gate.admit(began + after))).toEqual([true, true, true])
    endTurn()
  }
  expect(gate.state.refused).toBe(0)
})

test('admits one burst in a turn that does not end', () => {
  const { gate } = createTurns({ burst: 2, shedding: 2 })
  const admit = (...times: number[]) => times.map((now) => gate.admit(now))
  expect(admit(1_000, 1_101, 1_102)).toEqual([true, true, false])
  expect(admit(1_201, 1_211, 1_212)).toEqual([true, true, false])
})

test('admits fewer per turn in the two seconds after a refusal, and bursts again afterwards', () => {
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

test('admits a burst if no request is in progress, even if the limit is low', () => {
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

  // The burst ends when all of it was answered. Until then, later requests are limited again.
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

test('admits for a twentieth of the time in a turn that does not end', () => {
  const { gate } = createTurns()
  const admit = (...times: number[]) => times.map((now) => gate.admit(now))
  expect(admit(1_000, 1_200, 1_201, 1_211, 1_212)).toEqual([true, false, true, true, false])
  expect(admit(1_401, 1_402, 1_412, 1_413)).toEqual([false, true, true, false])
})

test('lowers the limit while answers are slow, to no less than 32, and raises it when they are fast', () => {
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

test('raises the limit to its start once answers are fast, even if it is not reached', () => {
  const { gate } = createTurns()
  const { limit } = gate.state
  const now = answer(gate, 2_000, 1_000, 0)
  answer(gate, 2_000, 10, now)
  expect(gate.state.limit).toBeGreaterThanOrEqual(limit)
  expect(gate.state.limit).toBeLessThan(limit * 1.2)
})

test('does not raise a limit above its start that is not reached', () => {
  const { gate } = createTurns()
  const { limit } = gate.state
  answer(gate, 1_000, 1, 0)
  expect(gate.state).toEqual({ underWay: 0, limit, refused: 0 })
})
