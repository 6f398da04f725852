import type { Poll } from '@quack/contract'
import type { ComponentType } from 'react'
import { createStore, useStore } from '../../store.ts'
import { getConnection, onConnectionChange } from '../api/connection.ts'
import { isTap, type OutboxEntry, type WritingEntry, type WritingKind } from '../offline/outbox-entry.ts'
import { entries } from './pending.ts'

interface ShownBody {
  content: string
  mediaUrl: string
  type: '' | 'image' | 'video'
  alt: string
  warning?: string
  sensitive?: boolean
  furtherPictures?: { url: string; alt: string; media: null }[]
  /** Undefined, but there, if it is taken off. */
  poll?: Poll | undefined
}

/** What shows the outbox on the screens (features/outbox/screens.tsx). It is loaded when there is something to show. */
export interface OutboxScreens {
  /** The viewer's new posts in the outbox, for the top of a list. */
  WaitingPosts: ComponentType
  /** The viewer's new comments on a post in the outbox, or answers to a comment there. */
  WaitingComments: ComponentType<{ postId: string; answering?: string }>
  /** Stands where a post or comment is that will be deleted. */
  DeletionRow: ComponentType<{ entry: WritingEntry }>
  /** Says of a post or comment what waits or was refused. */
  EntryNote: ComponentType<{ entry: WritingEntry }>
  /** Leads to what waits, in the bar of a lost connection. */
  OutboxLink: ComponentType
  /** Says with a connection that something could not be sent. */
  OutboxBar: ComponentType
  /** What an edited post is shown with. */
  shownBody: (entry: WritingEntry<'editPost'>) => ShownBody
}

const screens = createStore<OutboxScreens | null>(null)

/** The app says how they are loaded: they use other screens, which use this. */
export function provideScreens(load: () => Promise<OutboxScreens>): void {
  const loadIfNeeded = () => {
    if (screens.get()) return
    // With a connection, taps are sent at once, and not shown as waiting.
    const isNeeded = entries.get().some((entry) => !isTap(entry) || getConnection() !== 'online')
    // After a failure, the next change tries again.
    if (isNeeded) load().then(screens.set, () => undefined)
  }
  entries.subscribe(loadIfNeeded)
  onConnectionChange(loadIfNeeded)
  loadIfNeeded()
}

/** Null until there is something to show. */
export function useOutboxScreens(): OutboxScreens | null {
  return useStore(screens)
}

export function isWaiting({ state }: OutboxEntry): boolean {
  return state === 'waiting'
}

/** Everything of the viewer that is in the outbox. */
export function useEntries(): readonly OutboxEntry[] {
  return useStore(entries)
}

interface ShownEntry<Kind extends WritingKind> {
  screens: OutboxScreens
  entry: WritingEntry<Kind>
}

/** The entry that edits or deletes a post or comment, and what shows it. A deletion hides an edit. */
export function useShownEntry<Kind extends WritingKind>(
  target: string,
  kinds: readonly Kind[],
): ShownEntry<Kind> | null {
  const screens = useOutboxScreens()
  const entry = useStore(entries, (all) =>
    all.findLast((each) => each.target === target && (kinds as readonly string[]).includes(each.kind)),
  ) as WritingEntry<Kind> | undefined
  return screens && entry ? { screens, entry } : null
}
