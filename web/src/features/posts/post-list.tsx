import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { messageOf } from '../../data/api/api-errors.ts'
import type { KeyList } from '../../data/cache/use-key-list.ts'
import type { Reason } from '../../data/feed/reasons.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { LoadMore } from '../../ui/feedback/load-more.tsx'
import { Delayed, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { SavedAge } from '../offline/saved-age.tsx'
import { PostRows, type PostRowsProps } from './post-rows.tsx'

export interface PostListProps extends Pick<PostRowsProps, 'others' | 'begin' | 'onView'> {
  list: KeyList
  /** The accessible name of the list. */
  label?: string
  /** The key of the post that is labelled as pinned. */
  pinned?: string | null
  /** Why posts are in the list whose authors are not the reason, by key. */
  reasons?: ReadonlyMap<string, Reason>
  emptyText: string
  emptyAction?: ReactNode
}

/** A list of posts with its loading, empty, error and end states. Loads more while scrolling. */
export function PostList({
  list,
  label = t`Posts`,
  pinned = null,
  reasons,
  emptyText,
  emptyAction,
  ...rows
}: PostListProps) {
  if (list.error) return <ErrorState message={messageOf(list.error)} onRetry={list.retry} />
  if (!list.keys) return <PostSkeletons />
  const age = <SavedAge savedAt={list.savedAt} onRefresh={list.retry} />
  if (list.keys.length === 0 && !list.hasMore) {
    return (
      <>
        {age}
        <EmptyState text={emptyText} action={emptyAction} />
      </>
    )
  }
  return (
    <>
      {age}
      <PostRows keys={list.keys} label={label} pinned={pinned} reasons={reasons} {...rows} />
      <LoadMore list={list} size={list.keys.length} />
    </>
  )
}

/** Placeholders for posts, shown after a noticeable wait. */
export function PostSkeletons({ count = 4 }: { count?: number }) {
  return (
    <div role="status">
      <span className="sr-only">{t`Loading posts`}</span>
      <Delayed>
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className="flex gap-3 border-b px-4 pt-3 pb-4">
            <Skeleton shape="round" className="size-10 shrink-0" />
            <div className="min-w-0 flex-1 space-y-2.5">
              <Skeleton className="h-4 w-48" />
              <Skeleton className="h-4 w-full" />
              <Skeleton className="h-4 w-2/3" />
              {index % 2 === 0 && <Skeleton shape="frame" className="aspect-video w-full" />}
              <Skeleton className="h-4 w-80 max-w-full" />
            </div>
          </div>
        ))}
      </Delayed>
    </div>
  )
}
