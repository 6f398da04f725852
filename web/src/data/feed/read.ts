import type { Sort } from '@quack/contract/rules/limits'
import { call } from '../api/api.ts'
import type { KeyPage } from '../cache/key-pages.ts'
import { pageQuery, takePosts } from '../posts/post-lists.ts'
import { noteReasons } from './reasons.ts'

/** A page from the top of the feed, or after a cursor. */
export async function readFeed(sort: Sort, cursor?: string, signal?: AbortSignal): Promise<KeyPage> {
  const answer = await call('GET /api/feed', { query: { ...pageQuery(cursor), sort } }, { signal })
  noteReasons(answer.posts)
  return takePosts(answer)
}
