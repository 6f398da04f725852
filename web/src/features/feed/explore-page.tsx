import { t } from '@lingui/core/macro'
import { messageOf } from '../../data/api/api-errors.ts'
import type { KeyList } from '../../data/cache/use-key-list.ts'
import { useExplore } from '../../data/posts/post-lists.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { MoreFailed, PulseLoader } from '../../ui/feedback/load-more.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { HAS_ASIDE, useMediaQuery } from '../../ui/use-viewport.ts'
import { PostSkeletons } from '../posts/post-list.tsx'
import { PostRows } from '../posts/post-rows.tsx'
import { SearchField } from '../search/search-field.tsx'
import { useExploreBlocks } from './use-explore-blocks.tsx'
import { type Reveal, useReveal } from './use-reveal.ts'

/** The posts of Explore, newest first, revealed one by one while scrolling. */
export function ExplorePage() {
  const list = useExplore()
  const reveal = useReveal(list)
  const hasAside = useMediaQuery(HAS_ASIDE)
  const shown = list.keys?.slice(0, reveal.shown)
  const isEnd = !list.hasMore && reveal.shown >= (list.keys?.length ?? 0)
  const rows = useExploreBlocks(shown, isEnd)
  return (
    <>
      <PageHeader title={t`Explore`} />
      {!hasAside && (
        <search className="block border-b px-4 py-3">
          <SearchField />
        </search>
      )}
      {list.error && <ErrorState message={messageOf(list.error)} onRetry={list.retry} />}
      {!list.keys && !list.error && <PostSkeletons />}
      {shown?.length === 0 && !list.hasMore && <EmptyState text={t`There are no posts yet.`} />}
      {shown && shown.length > 0 && <PostRows {...rows} label={t`All posts`} />}
      {list.keys && <ExploreEnd list={list} reveal={reveal} />}
    </>
  )
}

/** The end of the revealed posts: a loader, an error or the end message. */
function ExploreEnd({ list, reveal }: { list: KeyList; reveal: Reveal }) {
  const total = list.keys?.length ?? 0
  if (reveal.shown >= total && !list.hasMore) {
    if (total === 0) return null
    return <p className="px-4 py-10 text-center text-muted">{t`You are all caught up!`}</p>
  }
  if (list.hasMoreFailed && reveal.shown >= total) return <MoreFailed onRetry={list.loadMore} />
  return (
    <div key={reveal.shown} ref={reveal.sentinel} className="h-16">
      {(reveal.isFresh || list.isLoadingMore) && <PulseLoader label={t`Loading more`} />}
    </div>
  )
}
