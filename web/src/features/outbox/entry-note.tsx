import type { WritingEntry } from '../../data/offline/outbox-entry.ts'
import { EntryActions } from './entry-actions.tsx'
import { EntryState } from './entry-state.tsx'

/** Says of a post or comment that a change waits, or why it was not made. */
export function EntryNote({ entry }: { entry: WritingEntry }) {
  return (
    <div className="-my-0.5 flex flex-wrap items-center gap-x-2">
      <EntryState entry={entry} className="py-1.5" />
      <EntryActions entry={entry} />
    </div>
  )
}
