import { expect, test } from 'vitest'
import { createLoadGate } from './load-gate.ts'

/** A gate in a loop whose turns end when we say so. */
function createTurns() {
  let endTurn: (() => void) | null = null
  const gate = createLoadGate((callback) => {
    endTurn = callback
  })
  return { gate, nextTurn: () => endTurn?.() }
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

test('takes what comes within a turn of 100 ms, refuses the rest of it, and starts anew with the next', () => {
  const { gate, nextTurn } = createTurns()
  expect(gate.admit(1_000)).toBe(true)
  expect(gate.admit(1_100)).toBe(true)
  expect(gate.admit(1_101)).toBe(false)
  expect(gate.admit(1_900)).toBe(false)
  nextTurn()
  expect(gate.admit(1_901)).toBe(true)
  expect(gate.state.refused).toBe(2)
})

test('lets fewer be under way while answers are slow, never fewer than 32, and more again when they are not', async () => {
  const gate = createLoadGate((callback) => queueMicrotask(callback))
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
