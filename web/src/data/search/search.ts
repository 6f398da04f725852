import type { FoundTag, SearchOrder } from '@quack/contract/calls/search'
import { skipToken, useQuery } from '@tanstack/react-query'
import { call } from '../api/api.ts'
import { queryClient } from '../cache/query-client.ts'
import { peopleLists, postLists, queryKeys } from '../cache/query-keys.ts'
import { type KeyList, useKeyList } from '../cache/use-key-list.ts'
import { type Pages, usePages } from '../cache/use-pages.ts'
import { type Person, putPerson } from '../members/people.ts'
import { peopleQuery, takePeople } from '../members/people-lists.ts'
import { pageQuery, takePosts } from '../posts/post-lists.ts'

/** The posts that a search finds. Like the other lists of a search, it is refetched when it is opened by a link. */
export function useFoundPosts(q: string, order: SearchOrder): KeyList {
  return useKeyList({
    queryKey: postLists.found(q, order),
    restoresOnBack: true,
    staleTime: 0,
    async fetchPage(cursor, signal) {
      const query = { ...pageQuery(cursor), q, order }
      const { searchedTo, indexedFrom, languages, ...page } = await call('GET /api/search/posts', { query }, { signal })
      return { ...takePosts(page), search: { searchedTo, indexedFrom, languages } }
    },
  })
}

/** The members whose names a search finds. */
export function useFoundPeople(q: string): KeyList {
  return useKeyList({
    queryKey: peopleLists.found(q),
    restoresOnBack: true,
    staleTime: 0,
    async fetchPage(cursor, signal) {
      const query = { ...peopleQuery(cursor), q }
      const { people, nextCursor } = await call('GET /api/search/people', { query }, { signal })
      return takePeople(people, { nextCursor })
    },
  })
}

/** The hashtags that a search finds. */
export function useFoundTags(q: string): Pages<FoundTag> {
  return usePages<FoundTag>(queryKeys.foundTags(q), async (page, signal) => {
    const { tags, nextCursor } = await call('GET /api/search/tags', { query: { ...page, q } }, { signal })
    return { entries: tags, nextCursor }
  })
}

export interface SearchSuggestions {
  readonly people: readonly Person[]
  readonly tags: readonly FoundTag[]
}

const NONE: SearchSuggestions = { people: [], tags: [] }

/**
 * Members and hashtags for a text that is being typed. Until the response arrives, those for a shorter beginning of it:
 * then `isComplete` is false. None for an empty text, or after a failure.
 */
export function useSearchSuggestions(text: string): SearchSuggestions & { readonly isComplete: boolean } {
  const q = text.trim()
  const { data, isPlaceholderData } = useQuery({
    queryKey: queryKeys.searchSuggestions(q),
    queryFn: q === '' ? skipToken : ({ signal }) => fetchSuggestions(q, signal),
    placeholderData: () => findShorter(q),
    retry: false,
  })
  return { ...(data ?? NONE), isComplete: !isPlaceholderData }
}

async function fetchSuggestions(q: string, signal: AbortSignal): Promise<SearchSuggestions> {
  const suggestions = await call('GET /api/search/suggestions', { query: { q } }, { signal })
  for (const person of suggestions.people) putPerson(person)
  return suggestions
}

function findShorter(q: string): SearchSuggestions | undefined {
  for (let length = q.length - 1; length > 0; length--) {
    const known = queryClient.getQueryData<SearchSuggestions>(queryKeys.searchSuggestions(q.slice(0, length)))
    if (known) return known
  }
  return undefined
}
