import type { ENDPOINTS, EndpointAnswer, EndpointInput, FeedPosition, Post, ReadSort } from '@quack/contract'
import { JsonAnswer, toByteString } from '../../http/answers/json-answer.ts'
import { type Asked, answerFeed } from './cached-feed.ts'
import { countFeed } from './feed-count.ts'
import { FEED_CURSORS, keyAt } from './feed-keys.ts'
import { type FeedQuery, readFeed } from './feed-read.ts'

/** Beyond all ids. */
const FIRST = 0
const LAST = Number.MAX_SAFE_INTEGER
/** Pages that are read at most to find a post that muted words do not hide. */
const READS_MAX = 10
const REVERSE = { latest: 'oldest', oldest: 'latest' } as const

/** A cursor of a feed that is ordered by id, after a post. */
const cursorAfter = (sort: ReadSort, id: number) => FEED_CURSORS[sort].write(keyAt(Math.max(id, FIRST)))

/** The place of a post in a feed that is ordered by id. */
const placeOf = ({ _id, repost }: Post): number => Number(repost?.id ?? _id)

type Query = FeedQuery & { readonly sort: ReadSort }

interface Start {
  readonly position: FeedPosition | null
  /** Whether the page begins there; otherwise at the top. */
  readonly isAtPosition: boolean
}

/** The page of the feed that begins at the position or at the top, and what is above the position. */
export async function resumeFeed(
  asked: Asked,
  { position, isAtPosition }: Start,
  { sort = 'latest', limit }: EndpointInput<typeof ENDPOINTS.resumeFeed>['query'],
): Promise<EndpointAnswer<typeof ENDPOINTS.resumeFeed> | JsonAnswer<never>> {
  const query = { sort, ...(limit !== undefined && { limit }) }
  const from = isAtPosition ? 'position' : 'top'
  const start = isAtPosition ? position : null
  const cached = await readCached(asked, start, query)
  if (cached) {
    const counts = await countAround(asked, position, sort, start ? cached.first : undefined)
    const head = toByteString(JSON.stringify({ from, position, ...counts }).slice(0, -1))
    return new JsonAnswer(`${head},${cached.answer.bytes.slice(1)}`, '')
  }
  const { db, reader, hydration } = asked
  const page = start ? await readFrom(asked, Number(start.postId), query) : await readFeed(db, reader, query, hydration)
  const first = start ? page.posts[0] : undefined
  return { ...page, from, position, ...(await countAround(asked, position, sort, first && placeOf(first))) }
}

/** @param first the first post of a page that begins at the position */
async function countAround(asked: Asked, position: FeedPosition | null, sort: ReadSort, first: number | undefined) {
  if (!position) return { aboveCount: 0, newCount: 0 }
  const at = first ?? Number(position.postId)
  const newest = Number(position.newestId)
  const aboveCount = await countFeed(asked, sort === 'latest' ? { low: at, high: LAST } : { low: FIRST, high: at })
  const isNothingNew = sort === 'oldest' || (aboveCount === 0 && newest >= at)
  return { aboveCount, newCount: isNothingNew ? 0 : await countFeed(asked, { low: newest, high: LAST }) }
}

/** The page from the position on from the caches; null for a page that does not begin as simply. */
async function readCached(asked: Asked, position: FeedPosition | null, query: Query) {
  const id = position && Number(position.postId)
  const after = id === null ? null : query.sort === 'latest' ? id + 1 : id - 1
  const from = after === null ? query : { ...query, cursor: cursorAfter(query.sort, after) }
  const page = await answerFeed(asked, from)
  const [first] = page?.places ?? []
  if (!page || (id !== null && (first === undefined || (query.sort === 'oldest' && first !== id)))) return null
  return { first, answer: page.answer }
}

/** The page that begins at this post; if it is not in the feed, at the next older one, or else the next newer one. */
async function readFrom({ db, reader, hydration }: Asked, id: number, query: Query) {
  const read = (sort: ReadSort, after: number, part: { limit?: number } = query) =>
    readFeed(db, reader, { ...query, ...part, sort, cursor: cursorAfter(sort, after) }, hydration)
  if (query.sort === 'latest') {
    const page = await read('latest', id + 1)
    if (page.posts.length > 0 || page.nextCursor !== null) return page
    const { posts } = await read('oldest', id, { limit: 1 })
    return { posts, nextCursor: null }
  }
  const page = await read('oldest', id - 1)
  if (page.posts[0] && placeOf(page.posts[0]) === id) return page
  const [older]: Post[] = (await read('latest', id, { limit: 1 })).posts
  return older ? read('oldest', placeOf(older) - 1) : page
}

/** Posts between two posts of the feed. */
export async function readBetween(
  asked: Asked,
  { sort = 'latest', above, below, from = 'above', limit }: EndpointInput<typeof ENDPOINTS.listFeedBetween>['query'],
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
  const read = (cursor: { cursor?: string }) =>
    readFeed(asked.db, asked.reader, { ...query, ...cursor }, asked.hydration)
  let page = await read({})
  // A page without posts has no end from which the gap could be read on.
  for (let reads = 1; page.posts.length === 0 && page.nextCursor !== null && reads < READS_MAX; reads++) {
    page = await read({ cursor: page.nextCursor })
  }
  const { posts, nextCursor } = page
  const inOrder = isForward ? posts : posts.toReversed()
  if (nextCursor === null || posts.length === 0) return { posts: inOrder, count: 0 }
  const last = FEED_CURSORS[order].read(nextCursor).at
  const range = order === 'latest' ? { low: until ?? FIRST, high: last } : { low: last, high: until ?? LAST }
  return { posts: inOrder, count: await countFeed(asked, range) }
}
