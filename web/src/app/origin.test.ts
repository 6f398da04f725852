import { expect, test } from 'vitest'
import { originOf, readOrigin } from './origin.ts'

test('the path and the search of the page are kept', () => {
  expect(readOrigin(originOf({ pathname: '/explore', search: '?a=1' }))).toBe('/explore?a=1')
})

test.each([
  null,
  undefined,
  'text',
  {},
  { from: 1 },
  { from: 'https://example.org' },
  { from: '//example.org' },
  { from: '/\\example.org' },
])('%j is not a page of this site', (state) => {
  expect(readOrigin(state)).toBeNull()
})
