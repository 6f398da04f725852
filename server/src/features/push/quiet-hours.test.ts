import { describe, expect, test } from 'vitest'
import { type QuietHours, quietUntil } from './quiet-hours.ts'

const VIENNA = 'Europe/Vienna'

/** The same hours on every day. */
const daily = (start: string, end: string, timeZone = VIENNA): QuietHours => ({
  timeZone,
  days: Array.from({ length: 7 }, () => ({ start: minutesOf(start), end: minutesOf(end) })),
})
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** The end in UTC; null outside of quiet hours. */
function until(now: string, hours: QuietHours | null): string | null {
  const end = quietUntil(Date.parse(now), hours)
  return end === null ? null : new Date(end).toISOString().slice(0, 16)
}

describe('quiet hours', () => {
  const NIGHT = daily('22:00', '07:30')

  test.each([
    ['2026-01-15T20:59:59Z', null],
    ['2026-01-15T21:00:00Z', '2026-01-16T06:30'],
    ['2026-01-15T22:59:00Z', '2026-01-16T06:30'],
    ['2026-01-15T23:00:00Z', '2026-01-16T06:30'],
    ['2026-01-16T06:29:59Z', '2026-01-16T06:30'],
    ['2026-01-16T06:30:00Z', null],
  ])('over midnight: at %s, until %s', (now, end) => {
    expect(until(now, NIGHT)).toBe(end)
  })

  test.each([
    ['2026-07-15T11:59:00Z', null],
    ['2026-07-15T12:00:00Z', '2026-07-15T13:15'],
    ['2026-07-15T13:15:00Z', null],
  ])('within a day, in summer time: at %s, until %s', (now, end) => {
    expect(until(now, daily('14:00', '15:15'))).toBe(end)
  })

  test('may last for a whole day', () => {
    const days = [{ start: 480, end: 480 }, null, null, null, null, null, null]
    const hours = { timeZone: 'UTC', days }
    // 2026-01-12 is a Monday.
    expect(until('2026-01-12T07:59:00Z', hours)).toBeNull()
    expect(until('2026-01-12T08:00:00Z', hours)).toBe('2026-01-13T08:00')
    expect(until('2026-01-13T07:59:00Z', hours)).toBe('2026-01-13T08:00')
    expect(until('2026-01-13T08:00:00Z', hours)).toBeNull()
  })

  test('belong to the weekday on which they begin, in the zone of the member', () => {
    const sunday = { timeZone: 'Pacific/Auckland', days: [...Array(6).fill(null), { start: 1_320, end: 360 }] }
    // Sunday 22:00 there is 09:00 UTC; Monday 06:00 is 17:00 UTC.
    expect(until('2026-01-18T08:59:00Z', sunday)).toBeNull()
    expect(until('2026-01-18T09:00:00Z', sunday)).toBe('2026-01-18T17:00')
    expect(until('2026-01-18T17:00:00Z', sunday)).toBeNull()
    expect(until('2026-01-19T10:00:00Z', sunday)).toBeNull()
  })

  test('of two days may follow each other: each has its own end', () => {
    const days = [{ start: 1_200, end: 480 }, { start: 480, end: 600 }, null, null, null, null, null]
    const hours = { timeZone: 'UTC', days }
    expect(until('2026-01-13T07:59:00Z', hours)).toBe('2026-01-13T08:00')
    expect(until('2026-01-13T08:00:00Z', hours)).toBe('2026-01-13T10:00')
  })

  test.each(['Nowhere/At_All', '', 'Europe/Vienna; drop'])('need a known time zone, which %j is not', (timeZone) => {
    expect(until('2026-01-15T23:00:00Z', daily('22:00', '07:30', timeZone))).toBeNull()
  })

  test('may not be set', () => {
    expect(until('2026-01-15T23:00:00Z', null)).toBeNull()
  })
})

/** In Vienna, 02:00 becomes 03:00 on 2026-03-29 at 01:00 UTC, and 03:00 becomes 02:00 on 2026-10-25 at 01:00 UTC. */
describe('a change of the clock', () => {
  test('to summer time makes the night an hour shorter', () => {
    const night = daily('22:00', '07:00')
    expect(until('2026-03-28T21:00:00Z', night)).toBe('2026-03-29T05:00')
    expect(until('2026-03-29T04:59:00Z', night)).toBe('2026-03-29T05:00')
    expect(until('2026-03-29T05:00:00Z', night)).toBeNull()
  })

  test('to winter time makes it an hour longer', () => {
    const night = daily('22:00', '07:00')
    expect(until('2026-10-24T20:00:00Z', night)).toBe('2026-10-25T06:00')
    expect(until('2026-10-25T05:59:00Z', night)).toBe('2026-10-25T06:00')
    expect(until('2026-10-25T06:00:00Z', night)).toBeNull()
  })

  test('may skip the time at which they end: they end as much later', () => {
    expect(until('2026-03-29T00:59:00Z', daily('22:00', '02:30'))).toBe('2026-03-29T01:30')
    expect(until('2026-03-29T01:30:00Z', daily('22:00', '02:30'))).toBeNull()
  })

  test('may skip the time at which they begin', () => {
    const early = daily('02:30', '05:00')
    expect(until('2026-03-29T01:29:00Z', early)).toBeNull()
    expect(until('2026-03-29T01:30:00Z', early)).toBe('2026-03-29T03:00')
  })

  test('may repeat the time at which they end or begin: the first counts', () => {
    expect(until('2026-10-25T00:29:00Z', daily('22:00', '02:30'))).toBe('2026-10-25T00:30')
    expect(until('2026-10-25T01:15:00Z', daily('22:00', '02:30'))).toBeNull()
    expect(until('2026-10-25T00:30:00Z', daily('02:30', '05:00'))).toBe('2026-10-25T04:00')
  })

  test('of half an hour, as on Lord Howe Island', () => {
    const night = daily('22:00', '07:00', 'Australia/Lord_Howe')
    expect(until('2026-04-04T11:00:00Z', night)).toBe('2026-04-04T20:30')
    expect(until('2026-10-03T11:30:00Z', night)).toBe('2026-10-03T20:00')
  })
})
