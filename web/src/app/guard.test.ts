import { expect, test } from 'vitest'
import { originOf, readOrigin } from './guard.tsx'

test('the path, the search and the fragment of the page are kept', () => {
  const location = { pathname: '/explore', search: '?a=1', hash: '#comment-1' }
  expect(readOrigin(originOf(location))).toBe('/explore?a=1#comment-1')
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
