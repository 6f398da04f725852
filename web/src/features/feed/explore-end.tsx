import type { KeyList } from '../../data/cache/use-key-list.ts'
import { Button } from '../../ui/button/button.tsx'
import { PulseLoader } from '../../ui/feedback/pulse-loader.tsx'
import type { Reveal } from './use-reveal.ts'

/** The end of the revealed posts: a loader, an error or the end message. */
export function ExploreEnd({ list, reveal }: { list: KeyList; reveal: Reveal }) {
  const total = list.keys?.length ?? 0
  if (reveal.shown >= total && !list.hasMore) {
    if (total === 0) return null
    return <p className="px-4 py-10 text-center text-muted">You are all caught up!</p>
  }
  if (list.hasMoreFailed && reveal.shown >= total) {
    return (
      <div role="alert" className="flex flex-wrap items-center justify-center gap-3 p-4 text-muted">
        <p>More could not be loaded.</p>
        <Button variant="secondary" size="small" onClick={list.loadMore}>
          Retry
        </Button>
      </div>
    )
  }
  return (
    <div key={reveal.shown} ref={reveal.sentinel} className="h-16">
      {(reveal.isFresh || list.isLoadingMore) && <PulseLoader label="Loading more" />}
    </div>
  )
}
