import { expect, test } from 'vitest'
import { createBackOff } from './runner.ts'

test('waits longer after each failure, up to five minutes, and starts over after a success', () => {
  let now = 1_000
  const backOff = createBackOff(
    () => now,
    () => 0,
  )
  expect(backOff.wait()).toBe(0)
  const waits = Array.from({ length: 10 }, () => {
    backOff.failed()
    return backOff.wait()
  })
  expect(waits).toEqual([2_000, 4_000, 8_000, 15_000, 30_000, 60_000, 120_000, 300_000, 300_000, 300_000])
  now += 299_999
  expect(backOff.wait()).toBe(1)
  now += 1
  expect(backOff.wait()).toBe(0)
  backOff.failed()
  backOff.reset()
  expect(backOff.wait()).toBe(0)
})

test('spreads the delays by up to a quarter', () => {
  const backOff = createBackOff(
    () => 0,
    () => 1,
  )
  backOff.failed()
  expect(backOff.wait()).toBe(2_500)
})
