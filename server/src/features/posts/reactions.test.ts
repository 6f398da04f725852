import { expect, test } from 'vitest'
import type { PostId } from '../../database/schema.ts'
import { BOOKMARKED, LIKED, VOTED } from './reactions.queries.ts'
import { reactionsOf } from './reactions.ts'

const post = (number: number) => (2 ** 47 + number) as PostId
const posts = (first: number, count: number) => Array.from({ length: count }, (_, index) => post(first + index))
const rowsOf = (ids: readonly PostId[], reaction: typeof LIKED | typeof BOOKMARKED) =>
  ids.map((post_id) => ({ post_id, reaction }))

test('cached reactions are those that were read, in few bytes, and of no post that was not looked up', () => {
  const newest = [...rowsOf(posts(1_000, 90), LIKED).reverse(), ...rowsOf(posts(1_060, 40), BOOKMARKED)]
  const read = reactionsOf(newest, post(1_000))
  expect([999, 1_000, 1_059, 1_060, 1_089, 1_099, 1_100].map((number) => read.to(post(number)))).toEqual([
    null,
    LIKED,
    LIKED,
    LIKED | BOOKMARKED,
    LIKED | BOOKMARKED,
    BOOKMARKED,
    0,
  ])
  const older = read.withOlder([post(9), post(5)], rowsOf([post(5)], LIKED)).withOlder([post(7)], [])
  expect([5, 6, 7, 9].map((number) => older.to(post(number)))).toEqual([LIKED | VOTED, null, VOTED, VOTED])
  expect(older.to(post(1_060))).toBe(LIKED | BOOKMARKED)
  const full = older.withOlder(posts(100, 190), []).withOlder(posts(300, 20), [])
  expect([5, 100, 300].map((number) => full.to(post(number)))).toEqual([null, null, VOTED])
  expect(read.bytes).toBeLessThan(2_000)
})
