import { expect, it } from 'vitest'
import { noteReasons, reasonOf } from './reasons.ts'

it('a post keeps the last reason that the home feed has given, or loses it', () => {
  noteReasons([{ _id: '1', because: { tag: 'pond' } }, { _id: '2', because: { tag: 'reeds' } }, { _id: '3' }])
  expect(['1', '2', '3'].map(reasonOf)).toEqual(['pond', 'reeds', undefined])
  // Its author is followed now.
  noteReasons([{ _id: '1' }])
  expect(['1', '2', '3'].map(reasonOf)).toEqual([undefined, 'reeds', undefined])
  noteReasons([{ _id: '2', because: { tag: 'lake' } }])
  expect(reasonOf('2')).toBe('lake')
})
