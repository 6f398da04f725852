import type { ENDPOINTS, EndpointAnswer, EndpointInput, FeedPosition, Post, ReadSort } from '@quack/contract'
import type { Database } from '../../database/database.ts'
import type { Hydration } from '../../http/list-query.ts'
import type { Reader } from './feed-authors.ts'
import { countFeed } from './feed-count.ts'
import { FEED_CURSORS } from './feed-keys.ts'
import { readFeed } from './feed-read.ts'

/** Beyond all ids. */
const FIRST = 0
const LAST = Number.MAX_SAFE_INTEGER
const REVERSE = { latest: 'oldest', oldest: 'latest' } as const

/** A cursor of a feed that is ordered by id, after a post. */
const cursorAfter = (sort: ReadSort, id: number) => FEED_CURSORS[sort].write({ id, likes: 0, asOf: null })

interface Page {
  readonly posts: Post[]
  readonly nextCursor: string | null
}

/** The page of the feed that begins at the position, and what is above it. */
export async function resumeFeed(
  db: Database,
  reader: Reader,
  position: FeedPosition | null,
  { sort = 'latest', limit }: EndpointInput<typeof ENDPOINTS.resumeFeed>['query'],
  hydration: Hydration,
): Promise<EndpointAnswer<typeof ENDPOINTS.resumeFeed>> {
  const query = { sort, ...(limit !== undefined && { limit }) }
  if (position === null) {
    const page = await readFeed(db, reader, query, hydration)
    return { ...page, position, aboveCount: 0, newCount: 0 }
  }
  const page = await readFrom(db, reader, Number(position.postId), query, hydration)
  const first = Number(page.posts[0]?._id ?? position.postId)
  const count = (low: number, high: number) => countFeed(db, reader, hydration.hidden.words, { low, high })
  const aboveCount = sort === 'latest' ? await count(first, LAST) : await count(FIRST, first)
  const newest = Number(position.newestId)
  const newCount = sort === 'oldest' || (aboveCount === 0 && newest >= first) ? 0 : await count(newest, LAST)
  return { ...page, position, aboveCount, newCount }
}

/** The page that begins at this post; if it is not in the feed, at the next older one, or else at the next newer one. */
async function readFrom(
  db: Database,
  reader: Reader,
  id: number,
  query: { readonly sort: ReadSort; readonly limit?: number },
  hydration: Hydration,
): Promise<Page> {
  const read = (sort: ReadSort, after: number, limit = query.limit) => {
    const cursor = cursorAfter(sort, Math.max(after, FIRST))
    return readFeed(db, reader, { sort, cursor, ...(limit !== undefined && { limit }) }, hydration)
  }
  if (query.sort === 'latest') {
    const page = await read('latest', id + 1)
    if (page.posts.length > 0 || page.nextCursor !== null) return page
    const { posts } = await read('oldest', id, 1)
    return { posts, nextCursor: null }
  }
  const page = await read('oldest', id - 1)
  if (page.posts[0]?._id === String(id)) return page
  const [older] = (await read('latest', id, 1)).posts
  return older ? read('oldest', Number(older._id) - 1) : page
}

/** Posts between two posts of the feed. */
export async function readBetween(
  db: Database,
  reader: Reader,
  { sort = 'latest', above, below, from = 'above', limit }: EndpointInput<typeof ENDPOINTS.listFeedBetween>['query'],
  hydration: Hydration,
): Promise<EndpointAnswer<typeof ENDPOINTS.listFeedBetween>> {
  const isForward = from === 'above'
  const [start, end] = isForward ? [above, below] : [below, above]
  const order = isForward ? sort : REVERSE[sort]
  const until = end === undefined ? undefined : Number(end)
  const query = {
    sort: order,
    until,
    ...(limit !== undefined && { limit }),
    ...(start !== undefined && { cursor: cursorAfter(order, Number(start)) }),
  }
  const { posts, nextCursor } = await readFeed(db, reader, query, hydration)
  const inOrder = isForward ? posts : posts.toReversed()
  if (nextCursor === null) return { posts: inOrder, count: 0 }
  const last = FEED_CURSORS[order].read(nextCursor).id
  const range = order === 'latest' ? { low: until ?? FIRST, high: last } : { low: last, high: until ?? LAST }
  return { posts: inOrder, count: await countFeed(db, reader, hydration.hidden.words, range) }
}
