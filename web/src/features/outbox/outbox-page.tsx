import { t } from '@lingui/core/macro'
import { isTap, type OutboxEntry } from '../../data/offline/outbox-entry.ts'
import { useEntries } from '../../data/outbox/screens.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { PlainBlocks } from '../../ui/text/rich-text.tsx'
import { BackButton } from '../posts/back-button.tsx'
import { QuotedPost } from '../posts/quote/quote-card.tsx'
import { EntryActions } from './entry-actions.tsx'
import { EntryState } from './entry-state.tsx'
import { shownBody } from './file-urls.ts'
import { TapSubject } from './tap-subject.tsx'
import { WaitingMedia, WaitingWarning } from './waiting-media.tsx'
import { quotedIn, textOf, titleOf } from './words.ts'

/** The entries of the viewer's outbox: posts, comments, edits and deletions in the order of writing, then taps. */
export function OutboxPage() {
  const entries = useEntries()
  const all = [...entries.filter((entry) => !isTap(entry)), ...entries.filter(isTap)]
  return (
    <>
      <PageHeader title={t`Outbox`} leading={<BackButton />} />
      <p className="border-b px-4 py-3 text-muted">
        {t`What you did without a connection waits on this device, and is sent when Quack can be reached.`}
      </p>
      {all.length === 0 && <EmptyState text={t`Nothing waits. Everything has been sent.`} />}
      <ul aria-label={t`Outbox`}>
        {all.map((entry) => (
          <li key={entry.id} className="border-b px-4 pt-3 pb-1">
            <Entry entry={entry} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Entry({ entry }: { entry: OutboxEntry }) {
  const title = titleOf(entry)
  const writing = isTap(entry) ? null : entry
  const isPost = writing?.kind === 'post' || writing?.kind === 'editPost'
  const quoted = isPost && quotedIn(writing)
  return (
    <article aria-label={title}>
      <h2 className="flex flex-wrap items-baseline gap-x-2 text-meta text-muted">
        <span className="font-semibold text-body text-ink">{title}</span>
        {writing && <RelativeTime time={new Date(entry.at).toISOString()} />}
        <EntryState entry={entry} />
      </h2>
      {isPost && <WaitingWarning warning={writing.body.warning} />}
      {isTap(entry) ? (
        <TapSubject tap={entry} />
      ) : (
        <p className="wrap-anywhere line-clamp-4 whitespace-pre-line" dir="auto">
          <PlainBlocks text={textOf(entry)} />
        </p>
      )}
      {isPost && <WaitingMedia {...shownBody(writing)} />}
      {quoted && <QuotedPost post={quoted} isLink />}
      <div className="mt-1 flex min-h-10 items-center">
        <EntryActions entry={entry} />
      </div>
    </article>
  )
}
