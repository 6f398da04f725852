import { useStore } from '../../store.ts'
import { createMemberState, createMemberStore, onMemberChange } from '../api/member-state.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { invalidate } from '../cache/read-again.ts'
import { closeShown } from '../push/leave-push.ts'

/** The least time between two reloads of the lists, in milliseconds: a popular member gets many events. */
const RELOAD_PAUSE_MS = 500

/** How many notifications are unread; 0 until the server has said so. */
const unread = createMemberStore(0)
const reloading = createMemberState(() => ({ isRunning: false, isDue: false }))

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
  const state = reloading()
  state.isDue = true
  if (state.isRunning) return
  state.isRunning = true
  while (state.isDue) {
    state.isDue = false
    await invalidate({ queryKey: queryKeys.notifications })
    await new Promise((resolve) => setTimeout(resolve, RELOAD_PAUSE_MS))
  }
  state.isRunning = false
}

onMemberChange(() => putUnread(0))

export const useUnread = (): number => useStore(unread)
