import { createStore, useStore } from '../store.ts'
import { onSessionChange } from './api/session.ts'
import { queryKeys } from './cache/query-keys.ts'
import { invalidate } from './cache/read-again.ts'
import { closeShown } from './push/leave-push.ts'

/** The least time between two reloads of the lists, in milliseconds: a popular member gets many events. */
const RELOAD_PAUSE_MS = 500

/** How many notifications are unread; 0 until the server has said so. */
const unread = createStore(0)
let isReloading = false
let isReloadDue = false

/** Takes the number from the server, and loads the lists of notifications again that are on the screen. */
export function noteUnread(count: number): void {
  putUnread(count)
  void reloadLists()
}

/** Shows the number in the navigation, in the title of the page, and on the icon of an installed app. */
export function putUnread(count: number): void {
  unread.set(count)
  // What this device shows was read, perhaps on another one.
  if (count === 0) closeShown().catch(() => undefined)
  // Only some browsers have it. 0 removes the mark. It fails where the app is not installed.
  if ('setAppBadge' in navigator) navigator.setAppBadge(count).catch(() => undefined)
}

/** One reload at a time. Events meanwhile cause one more. */
async function reloadLists(): Promise<void> {
  isReloadDue = true
  if (isReloading) return
  isReloading = true
  while (isReloadDue) {
    isReloadDue = false
    await invalidate({ queryKey: queryKeys.notifications })
    await new Promise((resolve) => setTimeout(resolve, RELOAD_PAUSE_MS))
  }
  isReloading = false
}

onSessionChange(() => putUnread(0))

export const useUnread = (): number => useStore(unread)
