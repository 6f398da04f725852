import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubLocalStorage } from '../../../test/local-storage.ts'
import { keepPosition, keptPosition, takeUnsentPosition } from './position-storage.ts'

const BODY = { sort: 'latest', postId: '9', offset: 12, newestId: '9' }
const KEPT = { member: '#7', body: BODY, at: 1, isSent: false }

beforeEach(() => void stubLocalStorage())
afterEach(() => void vi.unstubAllGlobals())

test('a position is found as it was kept', () => {
  keepPosition(KEPT)
  expect(keptPosition('#7', 'latest')).toEqual(KEPT)
})

test.each([
  ['no JSON', '{'],
  ['a text', '"9"'],
  ['nothing', 'null'],
  ['a position without a post', JSON.stringify({ ...KEPT, body: { ...BODY, postId: undefined } })],
  ['a position of another form', JSON.stringify({ ...KEPT, body: 'latest' })],
  ['a position at no time', JSON.stringify({ ...KEPT, at: 'once' })],
])('%s in its place is no position', (_, text) => {
  localStorage.setItem('position:#7:latest', text)
  expect(keptPosition('#7', 'latest')).toBeNull()
  expect(takeUnsentPosition('#7', 'latest')).toBeNull()
  expect(localStorage.getItem('position:#7:latest')).toBe(text)
})
