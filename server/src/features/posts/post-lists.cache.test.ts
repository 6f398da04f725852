import { expect, test } from 'vitest'
import { InvalidationLog } from '../../database/invalidation-log.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import type { ListPage } from './list-page.ts'
import { reasonsOf } from './post-json.ts'
import { PostListsCache } from './post-lists.cache.ts'

const READERS = 5_000

test('the cached pages of five thousand readers fit, also if hashtags have brought all of their posts', async () => {
  const lists = new PostListsCache(new InvalidationLog())
  const ids = Array.from({ length: 20 }, (_, index) => (2 ** 47 + index) as PostId)
  const page: ListPage = {
    key: {
      name: 'trending 20 ',
      order: 'ranked',
      limit: 20,
      after: Infinity,
      embed: 0,
      named: undefined,
      isForFollowers: false,
    },
    cursorAt: String,
    read: async () => ({
      ids,
      nextCursor: null,
      because: reasonsOf(ids.map((id) => ({ because: { tag: `Tag${id % 100}` } }))),
    }),
  }
  const [authors, tags] = [new Float64Array(), new Float64Array()]
  for (let id = 1; id <= READERS; id++) await lists.loadPage(page, { id: id as MemberId, authors, tags })
  expect(lists.entries).toBe(READERS)
})
