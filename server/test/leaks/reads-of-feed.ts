import type { RouteAnswer } from '@quack/contract'
import type { Fetch, Read, Reads } from './read.ts'
import { OWN } from './read.ts'
import { type NumberOf, seenPost } from './seen.ts'
import type { Sight } from './sight.ts'
import type { World } from './world.ts'

type Sort = 'latest' | 'oldest'
const LIMIT = 3

const feed = (sort: Sort | 'trending'): Read => ({
  ...OWN,
  part: 'posts',
  isEmbedding: true,
  seen: seenPost,
  path: () => `/api/feed?sort=${sort}`,
  expected: (see) => shown(see, sort).map(({ post }) => post),
})

/** Stores the position that the address names, and reads from there. The own position is not compared. */
const fetchResumed: Fetch = async (_app, client, url) => {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const postId = searchParams.get('post') ?? ''
  const sort = searchParams.get('sort')
  searchParams.delete('post')
  const payload = { sort, postId, offset: 0, newestId: postId, age: 0 }
  await client.send({ method: 'POST', url: '/api/feed/position', payload })
  const { body, ...answer } = await client.send({ url: `${pathname}?${searchParams}` })
  return { ...answer, body: { ...(body as object), position: null } }
}

const newestOf = new WeakMap<World, Map<string, number>>()
/** The newest post that a member has stored so far: it only grows. */
function newestRead(world: World, member: string, number: number): number {
  const known = newestOf.get(world) ?? new Map<string, number>()
  newestOf.set(world, known.set(member, Math.max(number, known.get(member) ?? 0)))
  return known.get(member) ?? 0
}

type Resumed = RouteAnswer<'GET /api/feed/resume'>
const resumed = (sort: Sort, from: 'position' | 'top'): Read => ({
  ...OWN,
  fetch: fetchResumed,
  isSingle: true,
  isEmbedding: true,
  path: ({ post }, ids) => `/api/feed/resume?sort=${sort}&from=${from}&limit=${LIMIT}&post=${ids.of(post.number)}`,
  seen: ({ posts, aboveCount, newCount }: Resumed, numberOf: NumberOf) => ({
    posts: posts.map((entry) => seenPost(entry, numberOf)),
    aboveCount,
    newCount,
  }),
  expected: (see, { post }, world) => {
    const listed = shown(see, sort)
    const isHere = ({ at }: Placed) => at <= post.number
    const nearest = sort === 'latest' ? listed.findIndex(isHere) : listed.findLastIndex(isHere)
    const start = nearest >= 0 ? nearest : sort === 'latest' ? Math.max(0, listed.length - 1) : 0
    const isAbove = ({ at }: Placed) => (sort === 'latest' ? at > post.number : at < post.number)
    const begin = from === 'top' ? 0 : start
    const aboveCount = from === 'top' ? listed.filter(isAbove).length : listed.length === 0 ? 0 : start
    return {
      ...{ posts: listed.slice(begin, begin + LIMIT).map((entry) => entry.post), aboveCount },
      newCount: sort === 'latest' ? countNew(listed, newestRead(world, see.viewer ?? '', post.number)) : 0,
    }
  },
})

type Between = RouteAnswer<'GET /api/feed/between'>
/** The posts on one side of a post. */
const between = (sort: Sort, end: 'above' | 'below', from: 'above' | 'below'): Read => ({
  ...OWN,
  isSingle: true,
  isEmbedding: true,
  path: ({ post }, ids) => `/api/feed/between?sort=${sort}&${end}=${ids.of(post.number)}&from=${from}&limit=${LIMIT}`,
  seen: ({ posts, count }: Between, numberOf: NumberOf) => ({
    posts: posts.map((entry) => seenPost(entry, numberOf)),
    count,
  }),
  expected: (see, { post }) => {
    const isNewer = (sort === 'latest') === (end === 'below')
    const listed = shown(see, sort).filter(({ at }) => (isNewer ? at > post.number : at < post.number))
    const posts = from === 'above' ? listed.slice(0, LIMIT) : listed.slice(-LIMIT)
    return { posts: posts.map((entry) => entry.post), count: listed.length - posts.length }
  },
})

type Placed = { readonly at: number }
const countNew = (listed: readonly Placed[], newest: number) => listed.filter(({ at }) => at > newest).length

const shown = (see: Sight, sort: Sort | 'trending') => see.home(see.feed(sort))

export const READS_OF_FEED = {
  listFeed: [feed('latest'), feed('oldest'), feed('trending')],
  resumeFeed: [
    resumed('latest', 'position'),
    resumed('oldest', 'position'),
    resumed('latest', 'top'),
    resumed('oldest', 'top'),
  ],
  listFeedBetween: [
    between('latest', 'below', 'above'),
    between('latest', 'below', 'below'),
    between('latest', 'above', 'above'),
    between('oldest', 'above', 'below'),
    between('oldest', 'below', 'below'),
  ],
  getFeedPosition: [
    {
      ...OWN,
      path: () => '/api/feed/position',
      mayKeep: ({ posts, removed }) => ({ numbers: [...posts, ...removed].map(({ number }) => number), pictures: [] }),
      notCompared: 'where the viewer has read: the id of a post, which may be gone',
    },
  ],
} as const satisfies Reads
