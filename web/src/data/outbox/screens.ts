import type { ComponentType } from 'react'
import { createStore, type Store, useStore } from '../../store.ts'
import type { OutboxEntry } from '../offline/outbox-entry.ts'
import { entries } from './waiting.ts'

interface ShownBody {
  content: string
  mediaUrl: string
  type: '' | 'image' | 'video'
  alt: string
}

/** What shows the outbox on the screens. It is loaded when there is an entry (features/outbox/screens.tsx). */
export interface OutboxScreens {
  /** The viewer's new posts that wait, for the top of a list. */
  WaitingPosts: ComponentType
  /** The viewer's new comments on a post. */
  WaitingComments: ComponentType<{ postId: string }>
  /** Stands where a post or comment is that will be deleted. */
  DeletionRow: ComponentType<{ entry: OutboxEntry }>
  /** Says of a post or comment what waits or was refused. */
  EntryNote: ComponentType<{ entry: OutboxEntry }>
  /** Leads to what waits, in the bar of a lost connection. */
  OutboxLink: ComponentType
  /** Says with a connection that something could not be sent. */
  OutboxBar: ComponentType
  /** What an edited post is shown with. */
  shownBody: (entry: OutboxEntry<'editPost'>) => ShownBody
}

const screens = createStore<OutboxScreens | null>(null)

/**
 * The app says how they are loaded: they use other screens, which use this.
 * @param taps what waits beside the entries. The login, which has this file too, does not load them.
 */
export function provideScreens(
  load: () => Promise<OutboxScreens>,
  taps: Pick<Store<readonly unknown[]>, 'get' | 'subscribe'>,
): void {
  const loadIfNeeded = () => {
    // After a failure, the next change tries again.
    if (entries.get().length + taps.get().length > 0 && !screens.get()) load().then(screens.set, () => undefined)
  }
  entries.subscribe(loadIfNeeded)
  taps.subscribe(loadIfNeeded)
  loadIfNeeded()
}

/** Null while there is nothing to show. */
export function useOutboxScreens(): OutboxScreens | null {
  return useStore(screens)
}
