import { expect, test } from 'vitest'
import { isAddedLately } from './passkey-section.tsx'

const DAY = 24 * 60 * 60_000
const NOW = Date.parse('2026-05-31T12:00:00Z')

test.for<[age: number, isMarked: boolean]>([
  [0, true],
  [29 * DAY, true],
  [30 * DAY - 1, true],
  [30 * DAY, false],
  [31 * DAY, false],
  [400 * DAY, false],
])('a passkey that was added %i ms ago is marked in the review: %s', ([age, isMarked]) => {
  expect(isAddedLately({ createdAt: new Date(NOW - age).toISOString() }, NOW)).toBe(isMarked)
})
