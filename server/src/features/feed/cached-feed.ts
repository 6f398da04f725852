import type { ENDPOINTS } from '@quack/contract'
import type { Database } from '../../database/database.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import type { JsonAnswer } from '../../http/answers/json-answer.ts'
import type { Context } from '../../http/calls/bind.ts'
import type { Hidden } from '../../reading/hidden.ts'
import { type Hydration, hydrationOf } from '../../reading/list-query.ts'
import type { FollowsCache } from '../follows/follows.cache.ts'
import { type CachedList, type IdPage, listPage, type PageKey, type PageReader } from '../posts/list-page.ts'
import type { PostPages } from '../posts/post-pages.ts'
import { followsTags } from '../tags/tag-follows.queries.ts'
import { listRepostsBefore, withTagged } from './feed.queries.ts'
import type { Reader } from './feed-authors.ts'
import { type CursorKey, FEED_CURSORS, type FeedKey, type FeedRequest, keyAt, keyById } from './feed-keys.ts'
import { type FeedQuery, feedOf } from './feed-read.ts'
import { listReposted } from './feed-reposts.queries.ts'
import type { Part } from './merged-lists.queries.ts'
import type { NewestCache } from './newest.cache.ts'

const ORDERS = { latest: 'newest', oldest: 'oldest', trending: 'ranked' } as const

export interface FeedCaches {
  readonly follows: FollowsCache
  readonly pages: PostPages
  readonly newest: NewestCache
  readonly reposts: NewestCache
}

/** What a request of the feed needs. */
export interface Asked {
  readonly db: Database
  readonly reader: Reader
  readonly hydration: Hydration
  /** Null if they may not be used. */
  readonly caches: FeedCaches | null
}

/** Whose feed is requested. The caches get the authors and hashtags of the feed, because its pages depend on them. */
export async function askFeed(
  db: Database,
  caches: FeedCaches,
  context: Pick<Context<typeof ENDPOINTS.listFeed>, 'viewer' | 'hidden' | 'isCurrent' | 'request'>,
  query: { embed?: number },
): Promise<Asked> {
  const { viewer, hidden, isCurrent } = context
  const { id } = viewer
  const { follows } = caches
  if (isCurrent) await follows.loadFollowed(db.read, id, hidden)
  const tags = isCurrent ? follows.findTags(id) : null
  const hasTags = tags ? tags.length > 0 : await followsTags(db.read, id)
  const authors = isCurrent ? follows.findFollowed(id, hidden) : null
  const one = authors
    ? await caches.reposts.load(db.read, authors, { limit: 1, after: null })
    : await listRepostsBefore(db.read, { before: Number.MAX_SAFE_INTEGER, limit: 1 })
  const reader = { id, muted: hidden.muted, unlisted: hidden.unlisted, hasTags, hasReposts: one?.length !== 0 }
  return { db, reader, hydration: hydrationOf(context, query), caches: isCurrent ? caches : null }
}

/** A page of the feed, by its places and as it is sent. */
interface CachedPage {
  readonly places: readonly number[]
  readonly answer: JsonAnswer<PageKey>
}

/** The ids of a page of the feed. */
interface FeedIds {
  readonly key: PageKey
  readonly listed: IdPage
  readonly pageReader: PageReader
  readonly pages: PostPages
}

/** The ids of a page of the feed from the caches, which must be up to date; null if plain queries have to answer. */
export async function loadFeedIds({ db, reader, hydration, caches }: Asked, query: FeedQuery): Promise<FeedIds | null> {
  const found = caches && pageReaderOf(caches, reader.id, hydration.hidden)
  if (!found) return null
  const pageReader = { ...found, hasReposts: reader.hasReposts }
  const { pages } = caches
  const page = listPage(cachedList(db, caches, reader, hydration, query), hydration.embed)
  return { key: page.key, listed: await pages.lists.loadPage(page, pageReader), pageReader, pages }
}

/** As loadFeedIds, for the member who asks now; null if they are not cached. */
export function findFeedIds(caches: FeedCaches, key: PageKey, viewer: MemberId, hidden: Hidden): IdPage | null {
  const reader = pageReaderOf(caches, viewer, hidden)
  return (reader && caches.pages.lists.find(key, reader)) ?? null
}

/** A page of the feed from the caches, which must be up to date; null if plain queries have to answer. */
export async function answerFeed(asked: Asked, query: FeedQuery): Promise<CachedPage | null> {
  const found = await loadFeedIds(asked, query)
  if (!found) return null
  const { key, listed, pageReader, pages } = found
  const answer = await pages.answerPage(asked.db.read, key, pageReader, listed, asked.hydration)
  return answer && { places: listed.places ?? listed.ids, answer }
}

/** A page of the feed of the member who asks now; null if a part is not cached. */
export function findFeed(
  caches: FeedCaches,
  key: PageKey,
  viewer: MemberId,
  hidden: Hidden,
): JsonAnswer<PageKey> | null {
  const reader = pageReaderOf(caches, viewer, hidden)
  return reader && caches.pages.findPage(key, reader, viewer, hidden)
}

/** @returns null if the authors of the feed are not cached, or the reader has muted words */
function pageReaderOf({ follows }: FeedCaches, id: MemberId, hidden: Hidden): PageReader | null {
  const authors = hidden.words ? null : follows.findFollowed(id, hidden)
  const tags = authors && follows.findTags(id)
  if (!authors || !tags) return null
  const reader = { id, authors, without: hidden.unlisted }
  return tags.length === 0 ? reader : { ...reader, tags }
}

/** The same for all requests, because cached pages keep it, with all that it would refer to. */
const cursorAt = (place: number) => FEED_CURSORS.latest.write(keyAt(place))

/** With more, each change of the ranking of a post with reposts concerns the page. */
const REPOSTED_MAX = 2_000

/** The feed. In the order `latest`, its newest posts and reposts come from their caches. */
function cachedList(
  db: Database,
  { follows, newest, reposts }: FeedCaches,
  reader: Reader,
  hydration: Hydration,
  query: FeedQuery,
): CachedList<CursorKey, FeedKey> {
  const sort = query.sort ?? 'latest'
  const authors = sort === 'latest' ? follows.findFollowed(reader.id, hydration.hidden) : null
  const fromCaches = authors && {
    async byAuthors(page: FeedRequest) {
      const ids = await newest.load<PostId>(db.read, authors, page)
      const keys = ids?.map((id) => keyById(id)) ?? null
      return keys && reader.hasTags ? withTagged(db.read, reader, 'latest', page, keys) : keys
    },
    reposts: (part: Part) => reposts.load<number>(db.read, authors, part),
  }
  const isRanked = sort === 'trending' && reader.hasReposts
  return {
    ...feedOf(db, reader, query, hydration, fromCaches ?? undefined),
    ...{ name: sort, order: ORDERS[sort], cursorAt },
    ...(isRanked && { reposted: () => listReposted(db.heavy.read, reader, REPOSTED_MAX) }),
  }
}
