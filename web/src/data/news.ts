import { useMemo, useSyncExternalStore } from 'react'
import type { KeyPages } from './key-pages.ts'
import { postLists, readFeed } from './post-lists.ts'
import { isPostGone } from './posts.ts'
import { queryClient } from './query-client.ts'
import { onSessionChange } from './session.ts'

/** The `_id`s of posts written since the feed was loaded. They are counted, but not shown until the reader asks. */
let news: readonly string[] = []
const listeners = new Set<() => void>()

function change(next: readonly string[]): void {
  news = next
  for (const listener of listeners) listener()
}

export function addNews(ids: readonly string[]): void {
  change([...new Set([...news, ...ids])])
}

export function dropNews(id: string): void {
  if (news.includes(id)) change(news.filter((entry) => entry !== id))
}

onSessionChange(() => change([]))

function onNewsChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How many of these posts are new to a list. Ids grow with time: an id below the list's last one is older, not new. */
export function countNews(ids: readonly string[], shown: readonly string[]): number {
  const known = new Set(shown)
  const end = Math.min(...shown.map(Number))
  return ids.filter((id) => !known.has(id) && !isPostGone(id) && (shown.length === 0 || Number(id) > end)).length
}

/** @param shown the ids in the feed; undefined while it loads */
export function useNewsCount(shown: readonly string[] | undefined): number {
  const ids = useSyncExternalStore(onNewsChange, () => news)
  return useMemo(() => (shown ? countNews(ids, shown) : 0), [ids, shown])
}

/** Reloads the feed from its top. */
export async function showNews(): Promise<void> {
  const queryKey = postLists.feed('latest')
  const asked = news
  const page = await readFeed('latest')
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData<KeyPages>(queryKey, { pages: [page], pageParams: [undefined] })
  change(news.filter((id) => !asked.includes(id)))
}
