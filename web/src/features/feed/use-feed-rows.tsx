import { t } from '@lingui/core/macro'
import { type ReactNode, type RefObject, useMemo } from 'react'
import type { KeyList } from '../../data/cache/use-key-list.ts'
import { gapsOf } from '../../data/feed/pages.ts'
import { leaveFeed, type ReadSort, readingOf } from '../../data/feed/place.ts'
import { startOf, stopOf, type Visit } from '../../data/feed/visit.ts'
import type { RowsView } from '../posts/list-place.ts'
import type { PostListProps } from '../posts/post-list.tsx'
import { GapRow } from './gap-row.tsx'

const HERE = 'here'

export interface FeedRowsOptions {
  sort: ReadSort
  visit: Visit
  list: KeyList
  newsCount: number
  view: RefObject<RowsView | null>
}

/** The rows of the home feed: its posts, the gaps between them, and a line at the post where the reader has stopped. */
export function useFeedRows({
  sort,
  visit,
  list,
  newsCount,
  view,
}: FeedRowsOptions): Pick<PostListProps, 'list' | 'others' | 'begin' | 'onView'> {
  const { keys: posts, pages } = list
  const { keys, others } = useMemo(() => {
    const others = new Map<string, ReactNode>()
    if (!posts || !pages) return { keys: posts, others }
    const gaps = gapsOf(pages)
    const gapAbove = new Map(gaps.map((gap, index) => [gap.below, { gap, key: `gap ${gaps.length - index}` }]))
    const here = stopOf(sort, visit)
    const keys: string[] = []
    for (const post of posts) {
      const { gap, key } = gapAbove.get(post) ?? {}
      if (gap && key !== undefined) {
        const count = gap.above === undefined ? gap.count + newsCount : gap.count
        others.set(key, <GapRow key={key} gap={{ ...gap, count }} sort={sort} view={view} />)
        keys.push(key)
      }
      if (post === here?.key && keys.length > 0) {
        others.set(HERE, <HereRow key={HERE} />)
        keys.push(HERE)
      }
      keys.push(post)
    }
    return { keys, others }
  }, [posts, pages, newsCount, sort, visit, view])

  return {
    list: { ...list, keys },
    others,
    begin: () => startOf(sort, visit),
    onView(next) {
      if (next) readingOf(sort).ask = next.place
      else leaveFeed(sort)
      view.current = next
    },
  }
}

function HereRow() {
  return (
    <div className="flex h-12 items-center gap-3 border-b px-4 text-accent text-meta">
      <span aria-hidden="true" className="h-px flex-1 bg-accent" />
      {t`You were here`}
      <span aria-hidden="true" className="h-px flex-1 bg-accent" />
    </div>
  )
}
