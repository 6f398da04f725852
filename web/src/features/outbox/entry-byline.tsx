import { useViewer } from '../../data/members/members.ts'
import { fullName } from '../../data/members/people.ts'
import type { OutboxEntry } from '../../data/offline/outbox-entry.ts'
import { EntryState } from './entry-state.tsx'

/** The viewer's name, and that the entry waits. */
export function EntryByline({ entry }: { entry: OutboxEntry }) {
  const viewer = useViewer()
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-meta text-muted">
      <bdi className="min-w-0 truncate font-semibold text-body text-ink">{viewer ? fullName(viewer) : 'You'}</bdi>
      <EntryState entry={entry} />
    </p>
  )
}
