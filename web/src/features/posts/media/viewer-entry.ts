import { useSyncExternalStore } from 'react'
import { createListeners } from '../../../store.ts'

/** What the open viewer adds to the state of its entry in the browser's history. */
interface ViewerState {
  /** The place of the entry, as the router counts. */
  idx?: number
  /** The `_id` of the post. */
  viewed?: string
  /** Which of its pictures. */
  picture?: number
}

const { subscribe, notify } = createListeners()
let isLeaving = false

if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => {
    isLeaving = false
    notify()
  })
}

function readState(): ViewerState {
  return history.state ?? {}
}

/** The index of the picture of this post that the viewer shows, or -1. */
export function useViewed(postId: string): number {
  return useSyncExternalStore(subscribe, () => {
    const { viewed, picture = 0 } = readState()
    return viewed === postId ? picture : -1
  })
}

/**
 * Opens the viewer as an entry of the browser's history, which Back leaves. It has the key of the page below it, so for
 * the router, and for what lists keep by that key, it is the same visit.
 */
export function enterViewer(postId: string, picture: number): void {
  const { idx = 0, ...page } = readState()
  history.pushState({ ...page, idx: idx + 1, viewed: postId, picture } satisfies ViewerState, '')
  notify()
}

/** Notes the picture to which the viewer has moved, for a reload or Forward. */
export function noteViewed(picture: number): void {
  if (readState().picture !== picture) history.replaceState({ ...readState(), picture }, '')
}

/** Leaves the viewer's entry, once: until the browser has gone back, further calls would leave the page too. */
export function leaveViewer(): void {
  if (isLeaving) return
  isLeaving = true
  history.back()
}
