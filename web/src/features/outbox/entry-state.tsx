import { t } from '@lingui/core/macro'
import { CircleAlert, Clock } from 'lucide-react'
import { useViewer } from '../../data/members/members.ts'
import { fullName } from '../../data/members/people.ts'
import type { OutboxEntry, WritingEntry } from '../../data/offline/outbox-entry.ts'
import { useProgress } from '../../data/sending/files.ts'
import { cx } from '../../ui/cx.ts'
import { EntryActions } from './entry-actions.tsx'
import { stateText } from './words.ts'

/** Whether an entry waits, or why it was not done. */
export function EntryState({ entry, className }: { entry: OutboxEntry; className?: string }) {
  const percent = useProgress(entry.id)
  const isProblem = entry.state !== 'waiting'
  const Icon = isProblem ? CircleAlert : Clock
  return (
    <span
      className={cx(
        'inline-flex items-baseline gap-1.5 text-meta',
        isProblem ? 'text-danger' : 'text-muted',
        className,
      )}
    >
      <Icon size={14} className="shrink-0 self-center" aria-hidden="true" />
      <span>{percent === null ? stateText(entry) : t`Uploading, ${percent} %`}</span>
    </span>
  )
}

/** The viewer's name, and the state of the entry. */
export function EntryByline({ entry }: { entry: OutboxEntry }) {
  const viewer = useViewer()
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-meta text-muted">
      <bdi className="min-w-0 truncate font-semibold text-body text-ink">{viewer ? fullName(viewer) : t`You`}</bdi>
      <EntryState entry={entry} />
    </p>
  )
}

/** Says of a post or comment that a change waits, or why it was not made. */
export function EntryNote({ entry }: { entry: WritingEntry }) {
  return (
    <div className="-my-0.5 flex flex-wrap items-center gap-x-2">
      <EntryState entry={entry} className="py-1.5" />
      <EntryActions entry={entry} />
    </div>
  )
}

/** Stands where a post or comment is whose deletion waits to be sent. */
export function DeletionRow({ entry }: { entry: WritingEntry }) {
  const isPost = entry.kind === 'deletePost'
  const text = isPost ? t`This post will be deleted` : t`This comment will be deleted`
  return (
    <article
      aria-label={text}
      className={cx('flex items-center gap-3 text-meta text-muted', isPost ? 'border-b px-4 py-1.5' : 'py-1')}
    >
      <span className={cx('flex shrink-0', isPost ? 'w-10 justify-end' : 'w-8 justify-center')}>
        <Clock size={16} aria-hidden="true" />
      </span>
      <p className="min-w-0 flex-1">{text}</p>
      <EntryActions entry={entry} />
    </article>
  )
}
