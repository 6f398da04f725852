import { useMemo } from 'react'
import type { WritingEntry } from '../../data/offline/outbox-entry.ts'
import { useEntries } from '../../data/outbox/screens.ts'
import { ViewerAvatar } from '../members/viewer-avatar.tsx'
import { MemberText } from '../mentions/member-text.tsx'
import { EntryActions } from './entry-actions.tsx'
import { EntryByline } from './entry-byline.tsx'

/** The viewer's new comments on a post that wait, the newest first. */
export function WaitingComments({ postId }: { postId: string }) {
  const all = useEntries()
  const comments = useMemo(
    () =>
      all
        .filter((entry): entry is WritingEntry<'comment'> => entry.kind === 'comment' && !entry.isRemoved)
        .filter(({ target }) => target === postId)
        .toReversed(),
    [all, postId],
  )
  if (comments.length === 0) return null
  return (
    <ul aria-label="Waiting comments">
      {comments.map((entry) => (
        <li key={entry.id}>
          <article aria-label="Your waiting comment" className="flex gap-3 py-2">
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
