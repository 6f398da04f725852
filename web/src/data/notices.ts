import { createStore, useStore } from '../store.ts'
import { onSessionChange } from './api/session.ts'
import { queryClient } from './cache/query-client.ts'
import { queryKeys } from './cache/query-keys.ts'

/** How many notifications are unread; 0 until the server has said so. */
const unread = createStore(0)

/** Takes the number from the server, and loads the lists of notifications again that are on the screen. */
export function noteUnread(count: number): void {
  unread.set(count)
  void queryClient.invalidateQueries({ queryKey: queryKeys.notifications })
}

onSessionChange(() => unread.set(0))

export const useUnread = (): number => useStore(unread)
