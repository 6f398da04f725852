import type { Notification } from '@quack/contract'

/** The loaded part of a list, the notification with the latest event first. Each is in it once. */
export interface LoadedNotifications {
  entries: readonly Notification[]
  nextCursor: string | null
  /** The latest event of any kind, to be marked as read; null for none. */
  latest: string | null
  /** How many notifications of all kinds are unread. */
  unread: number
  /** When the server sent a list that is a copy on this device, in milliseconds. */
  savedAt?: number
}

/**
 * The list after its beginning was loaded again. What was loaded below that stays. A notification that is in neither part
 * any more was undone.
 */
export function withNewest(known: LoadedNotifications | undefined, newest: LoadedNotifications): LoadedNotifications {
  const last = newest.entries.at(-1)
  if (!known || !last || newest.nextCursor === null) return newest
  const ids = idsOf(newest)
  const rest = known.entries.filter(({ _id, at }) => !ids.has(_id) && at <= last.at)
  if (rest.length === 0) return newest
  return { ...newest, entries: [...newest.entries, ...rest], nextCursor: known.nextCursor }
}

/**
 * The list with its next page.
 * @param cursor that of the page: if the list has another one meanwhile, the page does not follow its last entry
 */
export function withNext(known: LoadedNotifications, next: LoadedNotifications, cursor: string): LoadedNotifications {
  if (known.nextCursor !== cursor) return known
  const ids = idsOf(known)
  const entries = [...known.entries, ...next.entries.filter(({ _id }) => !ids.has(_id))]
  return { ...known, entries, nextCursor: next.nextCursor }
}

function idsOf({ entries }: LoadedNotifications): ReadonlySet<string> {
  return new Set(entries.map(({ _id }) => _id))
}
