import { t } from '@lingui/core/macro'
import { useMemo } from 'react'
import type { WritingEntry } from '../../data/offline/outbox-entry.ts'
import { useEntries } from '../../data/outbox/screens.ts'
import { ViewerAvatar } from '../members/viewer-avatar.tsx'
import { MemberText } from '../mentions/member-text.tsx'
import { EntryActions } from './entry-actions.tsx'
import { EntryByline } from './entry-state.tsx'

interface WaitingCommentsProps {
  postId: string
  /** The comment that they answer. */
  answering?: string
}

/**
 * The viewer's new comments on a post in the outbox, the newest first; or the answers to a comment, the oldest first.
 */
export function WaitingComments({ postId, answering }: WaitingCommentsProps) {
  const all = useEntries()
  const comments = useMemo(() => {
    const own = all
      .filter((entry): entry is WritingEntry<'comment'> => entry.kind === 'comment' && !entry.isRemoved)
      .filter(({ target, body }) => target === postId && body.answering === answering)
    return answering === undefined ? own.toReversed() : own
  }, [all, postId, answering])
  if (comments.length === 0) return null
  return (
    <ul aria-label={answering === undefined ? t`Waiting comments` : t`Waiting answers`}>
      {comments.map((entry) => (
        <li key={entry.id}>
          <article
            aria-label={answering === undefined ? t`Your waiting comment` : t`Your waiting answer`}
            className="flex gap-3 py-2"
          >
            <ViewerAvatar size={32} />
            <div className="min-w-0 flex-1">
              <EntryByline entry={entry} />
              <MemberText text={entry.body.text} mentions={[]} />
              <div className="flex min-h-10 items-center">
                <EntryActions entry={entry} />
              </div>
            </div>
          </article>
        </li>
      ))}
    </ul>
  )
}
