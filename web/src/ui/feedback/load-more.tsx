import { t } from '@lingui/core/macro'
import { useEffect, useEffectEvent } from 'react'
import { Button } from '../button/button.tsx'
import { cx } from '../cx.ts'
import { useInView } from '../use-viewport.ts'

interface More {
  hasMore: boolean
  isLoadingMore: boolean
  hasMoreFailed: boolean
  /** Loads the next entries. May be called at any time. */
  loadMore: () => void
}

interface LoadMoreProps {
  list: More
  /** How many entries are loaded. */
  size: number
}

/** The end of a list's loaded part. Loads more shortly before it comes into view, and shows a failure. */
export function LoadMore({ list, size }: LoadMoreProps) {
  const [sentinel, isNear] = useInView('600px')
  const mayLoad = isNear && list.hasMore && !list.isLoadingMore && !list.hasMoreFailed
  const loadMore = useEffectEvent(list.loadMore)
  useEffect(() => {
    if (mayLoad) loadMore()
  }, [mayLoad])

  if (!list.hasMore) return null
  if (list.hasMoreFailed) return <MoreFailed onRetry={list.loadMore} />
  return (
    // The key makes the sentinel observed again after every page: it may be out of view now.
    <div key={size} ref={sentinel}>
      <PulseLoader label={t`Loading more`} />
    </div>
  )
}

export function MoreFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-center gap-3 p-4 text-muted">
      <p>{t`More could not be loaded.`}</p>
      <Button variant="secondary" size="small" onClick={onRetry}>
        {t`Retry`}
      </Button>
    </div>
  )
}

const DELAYS = ['[animation-delay:0ms]', '[animation-delay:150ms]', '[animation-delay:300ms]']

/** Three pulsing dots, shown while more of a list loads. */
export function PulseLoader({ label = t`Loading` }: { label?: string }) {
  return (
    <div role="status" className="flex h-16 items-center justify-center gap-2">
      <span className="sr-only">{label}</span>
      {DELAYS.map((delay) => (
        <span key={delay} className={cx('size-2.5 animate-beat rounded-full bg-accent', delay)} />
      ))}
    </div>
  )
}
