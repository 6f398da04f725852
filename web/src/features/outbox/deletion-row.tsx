import { Clock } from 'lucide-react'
import type { WritingEntry } from '../../data/offline/outbox-entry.ts'
import { cx } from '../../ui/cx.ts'
import { EntryActions } from './entry-actions.tsx'

/** Stands where a post or comment is that will be deleted when the network is back. */
export function DeletionRow({ entry }: { entry: WritingEntry }) {
  const isPost = entry.kind === 'deletePost'
  const text = isPost ? 'This post will be deleted' : 'This comment will be deleted'
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
