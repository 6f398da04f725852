import { expect, test } from 'vitest'
import { exactCount, formatCount } from './count.tsx'

test.each([
  [0, '0'],
  [999, '999'],
  [9_999, '9,999'],
  [10_000, '10K'],
  [12_399, '12.3K'],
  [999_999, '999.9K'],
  [1_000_000, '1M'],
  [2_350_000_000, '2.3B'],
])('%i is shown as %s', (count, text) => {
  expect(formatCount(count)).toBe(text)
})

test('the exact count keeps every digit', () => {
  expect(exactCount(1_234_567)).toBe('1,234,567')
})
