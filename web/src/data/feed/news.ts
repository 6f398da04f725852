import { useMemo } from 'react'
import { useStore } from '../../store.ts'
import { forgetCopies } from '../api/copies.ts'
import { createMemberStore } from '../api/member-state.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { invalidate } from '../cache/read-again.ts'
import { postIdOf } from '../posts/places.ts'
import { forgetGonePosts, isPostGone } from '../posts/posts.ts'

export interface News {
  /** The keys of posts written or reposted since the feed was loaded. They are counted, and shown on demand. */
  ids: readonly string[]
  /** How many there are besides. */
  others: number
}

const NONE: News = { ids: [], others: 0 }
const news = createMemberStore(NONE)

export function addNews(ids: readonly string[]): void {
  const known = news.get()
  news.set({ ...known, ids: [...new Set([...known.ids, ...ids])] })
}

/** Replaces what was counted so far. */
export function setNews(ids: readonly string[], others: number): void {
  news.set({ ids, others })
}

export function dropNews(id: string): void {
  const { ids, others } = news.get()
  if (ids.includes(id))
    setNews(
      ids.filter((entry) => entry !== id),
      others,
    )
}

export function clearNews(): void {
  news.set(NONE)
}

/** How many of these posts are new to a list. Ids grow with time: an id below the list's last one is older, not new. */
export function countNews(ids: readonly string[], shown: readonly string[]): number {
  const known = new Set(shown)
  const end = Math.min(...shown.map(Number))
  return ids.filter((id) => !known.has(id) && !isPostGone(postIdOf(id)) && (shown.length === 0 || Number(id) > end))
    .length
}

/** @param shown the ids in the feed; undefined while it loads */
export function useNewsCount(shown: readonly string[] | undefined): number {
  const { ids, others } = useStore(news)
  return useMemo(() => (shown ? countNews(ids, shown) + others : 0), [ids, others, shown])
}

/** Takes the news that these posts do not contain, because they are counted elsewhere from now on. */
export function takeNews(shown: readonly string[]): number {
  const { ids, others } = news.get()
  const count = countNews(ids, shown) + others
  clearNews()
  return count
}

export const getNews = news.get

/** Stored with the lists that contain them. Fetching each by itself would be a request per post. */
const ENTITIES: readonly unknown[] = [queryKeys.posts[0], queryKeys.people[0]]

/** The viewer sees other members or posts than before, so what is on the screen is fetched again. */
export function reloadSeen(): void {
  forgetGonePosts()
  clearNews()
  forgetCopies()
  void invalidate({ predicate: ({ queryKey }) => !ENTITIES.includes(queryKey[0]) })
}
