import type { QueryKey } from '@tanstack/react-query'
import { call } from '../api/api.ts'
import { editLists, type KeyPage, PAGE_SIZE, replaceKey, untilArrived } from '../cache/key-pages.ts'
import { peopleLists } from '../cache/query-keys.ts'
import { type KeyList, useKeyList } from '../cache/use-key-list.ts'
import { orClosed } from './members.ts'
import { getPerson, type Person, putPerson, withPersonTaps } from './people.ts'

/** Lists of members. Their keys are usernames; `usePerson` returns the member. */

export function takePeople(people: Person[], rest: Omit<KeyPage, 'keys'>): KeyPage {
  for (const person of people) putPerson(person)
  return { keys: people.map((person) => person.username), ...rest }
}

export function peopleQuery(cursor: string | undefined) {
  return { limit: PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) }
}

/** Who likes a post, newest first. Refetched on every mount. */
export function useLikers(postId: string): KeyList {
  return useKeyList({
    queryKey: peopleLists.likers(postId),
    staleTime: 0,
    async fetchPage(cursor, signal) {
      const input = { params: { postId }, query: peopleQuery(cursor) }
      const { likes, ...rest } = await call('GET /api/posts/:postId/likes', input, { signal })
      return takePeople(likes, rest)
    },
  })
}

/** Who has reposted a post, newest first. Refetched on every mount. */
export function useReposters(postId: string): KeyList {
  return useKeyList({
    queryKey: peopleLists.reposters(postId),
    staleTime: 0,
    async fetchPage(cursor, signal) {
      const input = { params: { postId }, query: peopleQuery(cursor) }
      const { reposts, ...rest } = await call('GET /api/posts/:postId/reposts', input, { signal })
      return takePeople(reposts, rest)
    },
  })
}

export function useFollowers(username: string): KeyList {
  return useKeyList({
    queryKey: peopleLists.followers(username),
    staleTime: 0,
    async fetchPage(cursor, signal) {
      const input = { params: { username }, query: peopleQuery(cursor) }
      const { followers, ...rest } = await orClosed(
        username,
        call('GET /api/users/:username/followers', input, { signal }),
      )
      return takePeople(followers, rest)
    },
  })
}

export function useFollowing(username: string): KeyList {
  return useKeyList({
    queryKey: peopleLists.following(username),
    staleTime: 0,
    async fetchPage(cursor, signal) {
      const input = { params: { username }, query: peopleQuery(cursor) }
      const { following, ...rest } = await orClosed(
        username,
        call('GET /api/users/:username/following', input, { signal }),
      )
      return takePeople(following, rest)
    },
  })
}

/** How many suggestions are shown beside a page or within one. So many are loaded first. */
export const SUGGESTIONS = 5

/** Who to follow. Where the first SUGGESTIONS are shown, further ones replace members who were followed. */
export function useSuggestions(enabled = true): KeyList {
  return useKeyList({
    queryKey: peopleLists.suggestions,
    enabled,
    restoresOnBack: true,
    async fetchPage(cursor, signal) {
      const { limit, ...query } = peopleQuery(cursor)
      const size = cursor === undefined ? SUGGESTIONS : limit
      const answer = await call('GET /api/suggestions', { query: { ...query, limit: size, embed: 0 } }, { signal })
      return takePeople(answer.users, { nextCursor: answer.nextCursor })
    },
  })
}

/**
 * Replaces a member who is now followed by the next suggestion. Not while further ones are being loaded: their page
 * arrives together with the others as they were when it was asked for.
 */
export async function replaceSuggestion(username: string, onReplace: () => void): Promise<void> {
  await untilArrived(peopleLists.suggestions)
  const isFollowed = (key: string) => {
    const person = getPerson(key)
    return person !== undefined && withPersonTaps(person).viewer?.following === true
  }
  if (!isFollowed(username)) return
  onReplace()
  replaceKey(peopleLists.suggestions, username, SUGGESTIONS, (next) => !isFollowed(next))
}

/** Removes a member from the lists under this query key. */
export function dropFromPeopleLists(queryKey: QueryKey, username: string): void {
  const isOther = (key: string) => key.toLowerCase() !== username.toLowerCase()
  editLists(queryKey, (keys) => (keys.every(isOther) ? keys : keys.filter(isOther)))
}
