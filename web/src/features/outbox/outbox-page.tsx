import type { OutboxEntry } from '../../data/offline/outbox-entry.ts'
import { keptToggles } from '../../data/toggles/kept-toggles.ts'
import { useEntries } from '../../data/waiting-entries.ts'
import { useStore } from '../../store.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { BackButton } from '../posts/back-button.tsx'
import { EntryActions } from './entry-actions.tsx'
import { EntryState } from './entry-state.tsx'
import { shownBody } from './file-urls.ts'
import { ToggleRow } from './toggle-row.tsx'
import { WaitingMedia } from './waiting-media.tsx'
import { textOf, titleOf } from './words.ts'

/** Everything of the viewer that waits on this device: posts and comments in the order of writing, then taps. */
export function OutboxPage() {
  const all = useEntries()
  const toggles = useStore(keptToggles)
  return (
    <>
      <PageHeader title="Outbox" leading={<BackButton />} />
      <p className="border-b px-4 py-3 text-muted">
        What you did without a connection waits on this device, and is sent when Quack can be reached.
      </p>
      {all.length + toggles.length === 0 && <EmptyState text="Nothing waits. Everything has been sent." />}
      <ul aria-label="Outbox">
        {all.map((entry) => (
          <li key={entry.id} className="border-b px-4 pt-3 pb-1">
            <Entry entry={entry} />
          </li>
        ))}
        {toggles.map((toggle) => (
          <li key={`${toggle.kind} ${toggle.key}`} className="border-b px-4 pt-3 pb-1">
            <ToggleRow toggle={toggle} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Entry({ entry }: { entry: OutboxEntry }) {
  const title = titleOf(entry)
  const isPost = entry.kind === 'post' || entry.kind === 'editPost'
  return (
    <article aria-label={title}>
      <h2 className="flex flex-wrap items-baseline gap-x-2 text-meta text-muted">
        <span className="font-semibold text-body text-ink">{title}</span>
        <RelativeTime time={new Date(entry.at).toISOString()} />
        <EntryState entry={entry} />
      </h2>
      <p className="wrap-anywhere line-clamp-4 whitespace-pre-line" dir="auto">
        {textOf(entry)}
      </p>
      {isPost && <WaitingMedia {...shownBody(entry)} />}
      <div className="mt-1 flex min-h-10 items-center">
        <EntryActions entry={entry} />
      </div>
    </article>
  )
}
