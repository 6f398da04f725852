import { groupsOf } from '../follow-graph.ts'
import { createSearches } from '../texts.ts'
import type { Names, ReadScenario } from './scenarios.ts'

/** Random searches before they repeat. */
const REQUESTS = 5_000

/** Searches of random members who follow about 200. @param path below the one of searches */
function searches(path: string, textOf: (words: ReturnType<typeof createSearches>, names: Names) => string) {
  return (names: Names) => {
    const words = createSearches(17)
    const { first, count } = groupsOf(names.members)[200]
    return Array.from({ length: REQUESTS }, () => ({
      method: 'GET' as const,
      path: `/api/search/${path}q=${encodeURIComponent(textOf(words, names))}`,
      token: names.token(first + words.number(count)),
    }))
  }
}

const POSTS = 'posts?limit=20&embed=0&'

export const SEARCHES: readonly ReadScenario[] = [
  { name: 'search, two words', requests: searches(POSTS, ({ word }) => `${word()} ${word()}`) },
  { name: 'search, a common word', requests: searches(POSTS, ({ commonWord }) => commonWord()) },
  {
    name: 'search, from a member',
    requests: searches(POSTS, ({ number }, { members, username }) => `from:${username(number(members))}`),
  },
  { name: 'search, a word in bookmarks', requests: searches(POSTS, ({ word }) => `in:bookmarks ${word()}`) },
  { name: 'search, suggestions', requests: searches('suggestions?', ({ beginning }) => beginning()) },
  { name: 'search, people', requests: searches('people?limit=20&', ({ firstName }) => firstName()) },
]
