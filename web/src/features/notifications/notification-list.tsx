import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { NotificationKind } from '@quack/contract'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { messageOf } from '../../data/api/api-errors.ts'
import { type LoadedNotifications, markRead, useNotifications } from '../../data/notifications/notifications.ts'
import { translate } from '../../locale/messages.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { LoadMore } from '../../ui/feedback/load-more.tsx'
import { Delayed, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { SavedAge } from '../offline/saved-age.tsx'
import { NotificationRow } from './notification-row.tsx'

const EMPTY_TEXTS: Readonly<Record<NotificationKind | 'all', MessageDescriptor>> = {
  all: msg`Nothing yet. You will see here who likes your posts, comments on them, mentions you or follows you.`,
  mention: msg`When somebody mentions you in a post or comment, you will see it here.`,
  like: msg`When somebody likes a post of yours, you will see it here.`,
  repost: msg`When somebody reposts a post of yours, you will see it here.`,
  quote: msg`When somebody quotes a post of yours, you will see it here.`,
  comment: msg`When somebody comments on a post of yours, you will see it here.`,
  answer: msg`When somebody answers a comment of yours, you will see it here.`,
  reply: msg`When somebody comments on a post after you, you will see it here.`,
  upvote: msg`When somebody upvotes a comment of yours, you will see it here.`,
  edit: msg`When somebody edits a post that you commented on or reposted, you will see it here.`,
  follow: msg`When somebody follows you, you will see it here.`,
  followRequest: msg`When somebody asks to follow you, you will see it here.`,
  poll: msg`When a poll ends that you have voted in, or your own, you will see it here.`,
  report: msg`What comes of your reports you will see here.`,
}

interface NotificationListProps {
  /** Null for all. */
  kind: NotificationKind | null
  /** The notifications that were unread during this visit. They stay marked until the next one. */
  marked: Set<string>
}

/** The notifications of one kind, or all of them, which are then marked as read. */
export function NotificationList({ kind, marked }: NotificationListProps) {
  const { data, error, retry, more } = useNotifications(kind)
  useSeen(kind === null ? data : undefined)
  useEffect(() => {
    for (const { _id, unread } of data?.entries ?? []) if (unread) marked.add(_id)
  }, [data, marked])
  if (error) return <ErrorState message={messageOf(error)} onRetry={retry} />
  if (!data) return <NotificationSkeletons />
  const isEmpty = data.entries.length === 0 && !more.hasMore
  return (
    <>
      <SavedAge savedAt={data.savedAt} />
      {isEmpty ? (
        <EmptyState text={translate(EMPTY_TEXTS[kind ?? 'all'])} />
      ) : (
        <ul aria-label={t`Notifications`}>
          {data.entries.map((entry) => (
            <NotificationRow key={entry._id} notification={entry} isUnread={entry.unread || marked.has(entry._id)} />
          ))}
        </ul>
      )}
      <LoadMore list={more} size={data.entries.length} />
    </>
  )
}

const ROWS = 6

function NotificationSkeletons() {
  return (
    <div role="status">
      <span className="sr-only">{t`Loading notifications`}</span>
      <Delayed>
        {Array.from({ length: ROWS }, (_, index) => (
          <div key={index} className="flex gap-3 border-b px-4 py-3">
            <Skeleton shape="round" className="mt-1.25 size-5.5" />
            <div className="flex flex-1 flex-col gap-2">
              <Skeleton shape="round" className="size-8" />
              <Skeleton className="h-4 w-3/5" />
              <Skeleton className="h-4 w-4/5" />
            </div>
          </div>
        ))}
      </Delayed>
    </div>
  )
}

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Marks a list as read while it is on a visible page. Undefined for one that is loading or does not have all kinds. */
function useSeen(list: LoadedNotifications | undefined): void {
  const isVisible = useSyncExternalStore(subscribeToVisibility, () => document.visibilityState === 'visible')
  const sent = useRef<string | null>(null)
  const latest = list && list.unread > 0 ? list.latest : null
  useEffect(() => {
    if (latest === null || !isVisible || sent.current === latest) return
    sent.current = latest
    // After a failure they stay unread until the list changes or is opened again.
    markRead(latest).catch(() => undefined)
  }, [latest, isVisible])
}
