import { expect, test } from 'vitest'
import { everyNight, formatMinute, NIGHT, parseMinute, timeZones, withDay } from './quiet-hours.ts'

test.each([
  [0, '00:00'],
  [7 * 60, '07:00'],
  [22 * 60 + 5, '22:05'],
  [24 * 60 - 1, '23:59'],
])('minute %i is %s in a time field, and back', (minute, time) => {
  expect(formatMinute(minute)).toBe(time)
  expect(parseMinute(time)).toBe(minute)
})

test('an empty time field has no minute', () => {
  expect(parseMinute('')).toBeUndefined()
})

test('every night is seven times 22:00 to 07:00', () => {
  const { timeZone, days } = everyNight('Europe/Vienna')
  expect(timeZone).toBe('Europe/Vienna')
  expect(days).toEqual(Array.from({ length: 7 }, () => ({ start: 1_320, end: 420 })))
})

test('one day changes alone, and without any day there are no quiet hours', () => {
  const known = { timeZone: 'UTC', days: [NIGHT, null, NIGHT, null, null, null, null] }
  const later = { start: 60, end: 120 }
  expect(withDay(known, 1, later)?.days).toEqual([NIGHT, later, NIGHT, null, null, null, null])
  const one = withDay(known, 0, null)
  expect(one?.days).toEqual([null, null, NIGHT, null, null, null, null])
  expect(one && withDay(one, 2, null)).toBeNull()
})

test('the chosen time zone is among those to choose, once', () => {
  expect(timeZones('Mars/Olympus').filter((zone) => zone === 'Mars/Olympus')).toHaveLength(1)
  expect(timeZones('Europe/Vienna').filter((zone) => zone === 'Europe/Vienna')).toHaveLength(1)
})
