import { useStore } from '../store.ts'
import type { OutboxEntry, OutboxKind } from './offline/outbox-entry.ts'
import { type OutboxScreens, useOutboxScreens } from './outbox/screens.ts'
import { entries } from './outbox/waiting.ts'

export function isWaiting({ state }: OutboxEntry): boolean {
  return state === 'waiting'
}

export function useEntries(): readonly OutboxEntry[] {
  return useStore(entries)
}

interface Shown<Kind extends OutboxKind> {
  screens: OutboxScreens
  entry: OutboxEntry<Kind>
}

/** The entry that edits or deletes a post or comment, and what shows it. A deletion hides an edit. */
export function useShownEntry<Kind extends OutboxKind>(target: string, kinds: readonly Kind[]): Shown<Kind> | null {
  const code = useOutboxScreens()
  const entry = useStore(entries, (all) =>
    all.findLast((each) => each.target === target && (kinds as readonly OutboxKind[]).includes(each.kind)),
  ) as OutboxEntry<Kind> | undefined
  return code && entry ? { screens: code, entry } : null
}
