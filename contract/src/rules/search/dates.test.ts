import { expect, test } from 'vitest'
import { periodOf } from './dates.ts'

const shown = (text: string) => {
  const period = periodOf(text)
  return period && [period.start, period.end].map((time) => new Date(time).toISOString().slice(0, 10)).join(' ')
}

test.for([
  ['2026-01-31', '2026-01-31 2026-02-01'],
  ['2026-12-31', '2026-12-31 2027-01-01'],
  ['2024-02-29', '2024-02-29 2024-03-01'],
  ['2026-02', '2026-02-01 2026-03-01'],
  ['2026-12', '2026-12-01 2027-01-01'],
  ['2026', '2026-01-01 2027-01-01'],
  ['2026-02-29', null],
  ['2026-04-31', null],
  ['2026-13', null],
  ['2026-00', null],
  ['2026-01-00', null],
  ['0099', null],
  ['2026-1-1', null],
  ['2026-01-01T00:00', null],
  ['yesterday', null],
  ['', null],
] as const)('the period of %s is %s', ([text, expected]) => {
  expect(shown(text)).toBe(expected)
})
