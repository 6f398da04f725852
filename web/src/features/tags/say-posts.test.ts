import { expect, test } from 'vitest'
import { sayPosts } from './say-posts.ts'

test('how many posts a tag has is exact up to where they are counted', () => {
  expect([0, 1, 99, 100].map((count) => sayPosts(count, 100))).toEqual(['0 posts', '1 post', '99 posts', '100+ posts'])
  expect(sayPosts(1_000, 1_000)).toBe('1,000+ posts')
})
