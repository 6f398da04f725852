import { useStore } from '../../store.ts'
import type { OutboxEntry, WritingEntry, WritingKind } from '../offline/outbox-entry.ts'
import { entries } from './pending.ts'
import { type OutboxScreens, useOutboxScreens } from './screens.ts'

export function isWaiting({ state }: OutboxEntry): boolean {
  return state === 'waiting'
}

/** Everything of the viewer that waits or was refused. */
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
