import { CircleAlert, Clock } from 'lucide-react'
import type { OutboxEntry } from '../../data/offline/outbox-entry.ts'
import { useProgress } from '../../data/sending/files.ts'
import { cx } from '../../ui/cx.ts'
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
      <span>{percent === null ? stateText(entry) : `Uploading, ${percent} %`}</span>
    </span>
  )
}
