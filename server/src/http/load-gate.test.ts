import { expect, test } from 'vitest'
import { createLoadGate } from './load-gate.ts'

/** A gate in a loop whose turns end when we say so. */
function createTurns(least = 0) {
  let end: ((now: number) => void) | null = null
  const gate = createLoadGate((callback) => {
    end = callback
  }, least)
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

test('takes a few in a turn however long it lasts', () => {
  const { gate } = createTurns(2)
  expect(gate.admit(1_000)).toBe(true)
  expect(gate.admit(1_300)).toBe(true)
  expect(gate.admit(1_301)).toBe(false)
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

test('lets fewer be under way while answers are slow, never fewer than 32, and more again when they are not', async () => {
  const gate = createLoadGate((callback) => queueMicrotask(() => callback()))
  const { limit } = gate.state
  let now = answer(gate, 20, 1_000, 0)
  expect(gate.state.limit).toBeLessThan(limit)
  now = answer(gate, 2_000, 1_000, now)
  expect(gate.state.limit).toBe(32)

  for (let count = 0; count < 32; count++) gate.begin()
  expect(gate.admit(now)).toBe(false)
  now = answer(gate, 20, 10, now)
  expect(gate.state.limit).toBeGreaterThan(32)
  await Promise.resolve()
  expect(gate.admit(now)).toBe(true)
})

test('grows no limit that nothing reaches', () => {
  const { gate } = createTurns()
  const { limit } = gate.state
  answer(gate, 1_000, 1, 0)
  expect(gate.state).toEqual({ underWay: 0, limit, refused: 0 })
})
