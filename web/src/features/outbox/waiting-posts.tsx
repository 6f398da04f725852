import { t } from '@lingui/core/macro'
import { useMemo } from 'react'
import { useViewer } from '../../data/members/members.ts'
import { fullName } from '../../data/members/people.ts'
import type { WritingEntry } from '../../data/offline/outbox-entry.ts'
import { useEntries } from '../../data/outbox/screens.ts'
import { picturesOf } from '../../data/posts/media.ts'
import { ViewerAvatar } from '../members/viewer-avatar.tsx'
import { MemberText } from '../mentions/member-text.tsx'
import { QuotedPost } from '../posts/quote/quote-card.tsx'
import { EntryActions } from './entry-actions.tsx'
import { EntryByline } from './entry-state.tsx'
import { shownBody } from './file-urls.ts'
import { WaitingMedia, WaitingWarning } from './waiting-media.tsx'
import { quotedIn } from './words.ts'

/** The viewer's new posts in the outbox, the newest first, much as they will be in the list below. */
export function WaitingPosts() {
  const all = useEntries()
  const posts = useMemo(
    () => all.filter((entry): entry is WritingEntry<'post'> => entry.kind === 'post' && !entry.isRemoved).toReversed(),
    [all],
  )
  if (posts.length === 0) return null
  return (
    <section aria-label={t`Waiting posts`}>
      {posts.map((entry) => (
        <WaitingPost key={entry.id} entry={entry} />
      ))}
    </section>
  )
}

function WaitingPost({ entry }: { entry: WritingEntry<'post'> }) {
  const viewer = useViewer()
  const { content, warning, ...media } = shownBody(entry)
  const quoted = quotedIn(entry)
  return (
    <article
      aria-label={viewer ? t`Waiting post by ${{ name: fullName(viewer) }}` : t`Waiting post by you`}
      className="flex gap-3 border-b px-4 pt-3 pb-1"
    >
      <ViewerAvatar />
      <div className="min-w-0 flex-1">
        <EntryByline entry={entry} />
        <WaitingWarning warning={warning} />
        {content !== '' && <MemberText text={content} mentions={[]} />}
        <WaitingMedia {...media} />
        {/* As high as the reminder of the sent post. */}
        {picturesOf({ ...media, media: null }).some(({ alt }) => alt === '') && (
          <p className="mt-1 flex min-h-10 items-center text-meta text-muted">{t`No description yet`}</p>
        )}
        {quoted && <QuotedPost post={quoted} isLink />}
        <div className="mt-1 flex min-h-10 items-center">
          <EntryActions entry={entry} />
        </div>
      </div>
    </article>
  )
}
