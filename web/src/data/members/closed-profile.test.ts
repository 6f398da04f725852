import { expect, it } from 'vitest'
import { closedToViewer, closureOf } from './members.ts'

const stranger = { username: 'ann', viewer: { following: false, followedBy: true } }
const follower = { username: 'ann', viewer: { following: true, followedBy: false } }

it('a private or limited member is closed to those who do not follow', () => {
  expect(closedToViewer({ ...stranger, private: true })).toBe('private')
  expect(closedToViewer({ ...stranger, limited: true })).toBe('limited')
  expect(closedToViewer({ ...stranger, private: false })).toBeNull()
})

it('a request that waits opens nothing', () => {
  const asking = { ...stranger, viewer: { ...stranger.viewer, requested: true } }
  expect(closedToViewer({ ...asking, private: true })).toBe('requested')
  expect(closedToViewer({ ...asking, limited: true })).toBe('limited')
})

it('followers see a private or limited member, with the reason why others do not', () => {
  expect(closedToViewer({ ...follower, private: true, limited: true })).toBeNull()
  expect(closureOf({ private: true, limited: true })).toBe('private')
})
