import { createRandom } from '@quack/testing/random'
import { groupsOf } from '../follow-graph.ts'
import { NOT_FOUND } from '../heavy-posts.ts'
import { wordOf } from '../texts.ts'
import type { Names } from './scenarios.ts'
import type { Request } from './wrk.ts'

const REQUESTS = 5_000
/** How many of the most frequent words. */
const COMMON = 10

/** The members who ask for much, and the others. */
export function rolesOf(names: Names) {
  const { 200: usual, tags } = groupsOf(names.members)
  const [searcher, resumer, writer] = [usual.first, usual.first + 1, usual.first + 2]
  return { searcher, resumer, writer, trending: tags.first, others: { first: usual.first + 3, count: usual.count - 3 } }
}

/** Searches for which very many texts are compared: their words are frequent, and few texts match. */
export function worstSearches(names: Names): Request[] {
  const random = createRandom(29)
  const token = names.token(rolesOf(names).searcher)
  const common = () => wordOf(random.int(COMMON))
  const without = Array.from({ length: COMMON - 1 }, (_, rank) => `-${wordOf(rank)}`)
  const kinds = [
    () => `"${common()} ${common()} ${common()} ${common()}"`,
    () => without.join(' '),
    () => `tag:bench${random.int(3)} ${without.join(' ')}`,
    () => NOT_FOUND,
  ]
  return Array.from({ length: REQUESTS }, (_, index) => {
    const q = kinds[index % kinds.length]?.() ?? ''
    return { method: 'GET', path: `/api/search/posts?limit=100&embed=0&q=${encodeURIComponent(q)}`, token }
  })
}

export const resumedFeeds = (names: Names): Request[] => [
  { method: 'GET', path: '/api/feed/resume?limit=20&embed=0', token: names.token(rolesOf(names).resumer) },
]

/** Pages of different lengths, so that few are cached. */
export function trendingFeeds(names: Names): Request[] {
  const token = names.token(rolesOf(names).trending)
  return Array.from({ length: 100 }, (_, index) => {
    return { method: 'GET', path: `/api/feed?sort=trending&embed=0&limit=${index + 1}`, token }
  })
}

/** What others wait for. */
export function otherFeeds(names: Names): Request[] {
  const random = createRandom(5)
  const { others } = rolesOf(names)
  return Array.from({ length: REQUESTS }, () => {
    const token = names.token(others.first + random.int(others.count))
    return { method: 'GET', path: '/api/feed?limit=20&embed=0&sort=latest', token }
  })
}

/** Makes pages of trending stale. Every second request takes the like of the one before back. */
export function likes(names: Names): Request[] {
  const random = createRandom(31)
  const token = names.token(rolesOf(names).writer)
  return Array.from({ length: REQUESTS }, (): Request[] => {
    const post = names.postId(2 * random.int(Math.floor(names.posts / 2)))
    return ['like', 'dislike'].map((kind) => ({ method: 'POST', path: `/api/posts/${kind}/${post}?embed=0`, token }))
  }).flat()
}

export const health: readonly Request[] = [{ method: 'GET', path: '/healthz' }]
