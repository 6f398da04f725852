import type { SearchTab } from '../../paths.ts'
import { exactCount } from '../../ui/text/format-count.ts'

const ONE: Readonly<Record<SearchTab, string>> = { posts: 'post', people: 'person', tags: 'tag' }

/** What a search has found, for assistive technology. @param hasMore whether more may follow */
export function sayCount(tab: SearchTab, count: number, hasMore: boolean): string {
  if (count === 0) return hasMore ? `No ${tab} found yet` : `No ${tab} found`
  const found = `${exactCount(count)} ${count === 1 ? ONE[tab] : tab} found`
  return hasMore ? `${found} so far` : found
}
