import type { ReactNode } from 'react'
import { messageOf } from '../../data/api/api-errors.ts'
import type { KeyList } from '../../data/cache/use-key-list.ts'
import type { Reason } from '../../data/feed/reasons.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { LoadMore } from '../../ui/feedback/load-more.tsx'
import { SavedAge } from '../offline/saved-age.tsx'
import { PostRows, type PostRowsProps } from './post-rows.tsx'
import { PostSkeletons } from './post-skeleton.tsx'

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
  label = 'Posts',
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
