import type { Post } from '@quack/contract'
import type { Sort } from '@quack/contract/limits'
import type { Connection, Database } from '../../database/database.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import type { Hidden } from '../../http/hidden.ts'
import { type Hydration, NEUTRAL_VIEWER } from '../../http/list-query.ts'
import { readPostsList } from '../posts/posts.answer.ts'
import { hydratePosts } from '../posts/posts.hydrate.ts'
import { followsTags } from '../tags/tag-follows.queries.ts'
import { listFeedIds } from './feed.queries.ts'
import type { Reader } from './feed-authors.ts'
import { FEED_CURSORS, type FeedRequest } from './feed-keys.ts'
import { listReasons } from './feed-tags.queries.ts'

/** The feed without caches. */

export const readerOf = (id: MemberId, { muted, unlisted }: Hidden, hasTags: boolean): Reader => ({
  id,
  muted,
  unlisted,
  hasTags,
})

/** Whose feed it is, with a query. */
export const readReader = async (db: Database, id: MemberId, hidden: Hidden): Promise<Reader> =>
  readerOf(id, hidden, await followsTags(db.read, id))

export interface FeedQuery {
  readonly sort?: Sort
  readonly limit?: number
  readonly cursor?: string
  /** The page ends before this post. */
  readonly until?: number | undefined
}

/**
 * How to read a page of a reader's feed.
 * @param isFiltered whether more posts are read than the page has, because some are left out
 */
export function feedOf(db: Database, reader: Reader, { until, ...query }: FeedQuery, isFiltered = false) {
  const sort = query.sort ?? 'latest'
  // After the first page, the likes of all posts of the feed are counted as of its snapshot.
  const isHeavy = (page: FeedRequest) => isFiltered || (sort === 'trending' && page.after !== null)
  const load = (page: FeedRequest) => listFeedIds(isHeavy(page) ? db.heavy : db, reader, sort, { ...page, until })
  return { codec: FEED_CURSORS[sort], query, load }
}

/** Reads a page of the feed, with the reasons why posts of authors who are not followed are in it. */
export function readFeed(db: Database, reader: Reader, query: FeedQuery, hydration: Hydration) {
  return readPostsList(
    db,
    feedOf(db, reader, query, hydration.hidden.words !== null),
    hydration,
    reader.hasTags ? hydrateWithReasons : hydratePosts,
  )
}

/** As hydratePosts, for the feed of a viewer who follows hashtags. */
async function hydrateWithReasons(db: Connection, ids: readonly PostId[], hydration: Hydration) {
  const { entities, taken } = await hydratePosts(db, ids, hydration)
  const reasons = await listReasons(db, hydration.viewer ?? NEUTRAL_VIEWER, ids)
  const posts = entities.map((post): Post => {
    const tag = reasons.get(Number(post._id) as PostId)
    return tag === undefined ? post : { ...post, because: { tag } }
  })
  return { entities: posts, taken }
}
