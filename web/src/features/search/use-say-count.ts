import { useEffect, useEffectEvent } from 'react'
import type { SearchTab } from '../../paths.ts'
import { exactCount } from '../../ui/text/count.tsx'

const ONE: Readonly<Record<SearchTab, string>> = { posts: 'post', people: 'person', tags: 'tag' }

/**
 * Says what a search has found, for assistive technology.
 * @param count undefined until that is known
 * @param hasMore whether more may follow
 */
export function useSayCount(
  tab: SearchTab,
  count: number | undefined,
  hasMore: boolean,
  onArrived: (text: string) => void,
): void {
  const say = useEffectEvent(onArrived)
  useEffect(() => {
    if (count !== undefined) say(textOf(tab, count, hasMore))
  }, [tab, count, hasMore])
}

function textOf(tab: SearchTab, count: number, hasMore: boolean): string {
  if (count === 0) return hasMore ? `No ${tab} found yet` : `No ${tab} found`
  const found = `${exactCount(count)} ${count === 1 ? ONE[tab] : tab} found`
  return hasMore ? `${found} so far` : found
}
