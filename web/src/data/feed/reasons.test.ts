import { expect, it } from 'vitest'
import { oncePerPost, postIdOf } from '../posts/places.ts'
import { noteReasons, reposterOf, tagOf } from './reasons.ts'

it('a post keeps the last reason that the home feed has given, or loses it', () => {
  noteReasons([{ _id: '1', because: { tag: 'pond' } }, { _id: '2', because: { tag: 'reeds' } }, { _id: '3' }])
  expect(['1', '2', '3'].map(tagOf)).toEqual(['pond', 'reeds', undefined])
  // Its author is followed now.
  noteReasons([{ _id: '1' }])
  expect(['1', '2', '3'].map(tagOf)).toEqual([undefined, 'reeds', undefined])
  noteReasons([{ _id: '2', because: { tag: 'lake' } }])
  expect(tagOf('2')).toBe('lake')
})

it('a post that reposts have brought has their key, and is in a list once', () => {
  const by = { _id: '9', username: 'ann', firstName: 'Ann', lastName: 'Reed', avatarURL: '' }
  const brought = (id: string, others: number) => [{ _id: '4', repost: { id, by, others } }]
  noteReasons(brought('40', 0))
  expect([postIdOf('40'), postIdOf('4'), reposterOf('40')]).toEqual(['4', '4', 'ann'])
  noteReasons(brought('40', 1))
  expect(reposterOf('40')).toBeUndefined()
  // The first repost was taken back.
  noteReasons(brought('41', 0))
  expect(oncePerPost(['41', '5', '40', '3'])).toEqual(['41', '5', '3'])
  expect(oncePerPost(['41', '5', '3'])).toEqual(['41', '5', '3'])
})
