import { expect, test } from 'vitest'
import { withPinFirst } from './post-lists.ts'

test('the pinned post is first in the list and not repeated, wherever it was', () => {
  expect(withPinFirst(['3', '2', '1'], '1')).toEqual(['1', '3', '2'])
  expect(withPinFirst(['3', '2', '1'], '3')).toEqual(['3', '2', '1'])
  // It is on a page that has not been loaded.
  expect(withPinFirst(['3', '2'], '1')).toEqual(['1', '3', '2'])
})

test('without a pinned post the list stays as it is', () => {
  const keys = ['2', '1']
  expect(withPinFirst(keys, null)).toBe(keys)
})
