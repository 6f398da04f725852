import { useMemo } from 'react'
import { createStore, useStore } from '../store.ts'
import { onSessionChange } from './api/session.ts'
import type { KeyPages } from './cache/key-pages.ts'
import { queryClient } from './cache/query-client.ts'
import { postLists } from './cache/query-keys.ts'
import { readFeed } from './post-lists.ts'
import { isPostGone } from './posts.ts'

/** The `_id`s of posts written since the feed was loaded. They are counted, but not shown until the reader asks. */
const news = createStore<readonly string[]>([])

export function addNews(ids: readonly string[]): void {
  news.set([...new Set([...news.get(), ...ids])])
}

export function dropNews(id: string): void {
  if (news.get().includes(id)) news.set(news.get().filter((entry) => entry !== id))
}

export function clearNews(): void {
  news.set([])
}

onSessionChange(clearNews)

/** How many of these posts are new to a list. Ids grow with time: an id below the list's last one is older, not new. */
export function countNews(ids: readonly string[], shown: readonly string[]): number {
  const known = new Set(shown)
  const end = Math.min(...shown.map(Number))
  return ids.filter((id) => !known.has(id) && !isPostGone(id) && (shown.length === 0 || Number(id) > end)).length
}

/** @param shown the ids in the feed; undefined while it loads */
export function useNewsCount(shown: readonly string[] | undefined): number {
  const ids = useStore(news)
  return useMemo(() => (shown ? countNews(ids, shown) : 0), [ids, shown])
}

/** Reloads the feed from its top. */
export async function showNews(): Promise<void> {
  const queryKey = postLists.feed('latest')
  const asked = news.get()
  const page = await readFeed('latest')
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData<KeyPages>(queryKey, { pages: [page], pageParams: [undefined] })
  news.set(news.get().filter((id) => !asked.includes(id)))
}
