import { expect, test } from 'vitest'
import { formatAge, formatDate } from './format-age.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const now = new Date(2025, 11, 20, 12)

test.each([
  [0, '0 seconds ago'],
  [SECOND, '1 second ago'],
  [2 * SECOND, '2 seconds ago'],
  [MINUTE - 1, '59 seconds ago'],
  [MINUTE, '1 minute ago'],
  [HOUR - 1, '59 minutes ago'],
  [HOUR, '1 hour ago'],
  [DAY - 1, '23 hours ago'],
  [DAY, '1 day ago'],
  [30 * DAY - 1, '29 days ago'],
  [30 * DAY, '1 month ago'],
  [60 * DAY, '2 months ago'],
  [360 * DAY - 1, '11 months ago'],
])('%i ms ago reads %s', (age, text) => {
  expect(formatAge(new Date(now.getTime() - age), now)).toBe(text)
})

test('beyond 11 months, the date is shown', () => {
  expect(formatAge(new Date(2024, 11, 20), now)).toBe('Dec 20, 2024')
  expect(formatAge(new Date(now.getTime() - 360 * DAY), now)).toBe('Dec 25, 2024')
})

test('a future time reads as now', () => {
  expect(formatAge(new Date(now.getTime() + HOUR), now)).toBe('0 seconds ago')
})

test('a date is a short month, a day and a year', () => {
  expect(formatDate(new Date(2025, 0, 5))).toBe('Jan 5, 2025')
})
