import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { LoadedNotifications } from '../../data/notifications/merge-notifications.ts'
import { markRead } from '../../data/notifications/notifications.ts'

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Marks a list as read while it is on a visible page. Undefined for one that is loading or does not have all kinds. */
export function useSeen(list: LoadedNotifications | undefined): void {
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
