import { t } from '@lingui/core/macro'
import { isTap, type OutboxEntry, type WritingEntry } from '../../data/offline/outbox-entry.ts'
import { type Quoted, readQuoted } from '../../data/offline/quoted.ts'
import { sendOf } from '../../data/sending/sends.ts'
import { tapKindOf } from '../../data/sending/taps.ts'

export function titleOf(entry: OutboxEntry): string {
  if (isTap(entry)) return tapKindOf(entry)?.title(entry) ?? ''
  const title = sendOf(entry).title()
  return entry.isRemoved
    ? t({ message: `${title}, removed`, comment: 'The title says what waits to be sent, such as: New post' })
    : title
}

/** The text that an entry writes or deletes. */
export function textOf({ body }: WritingEntry): string {
  if ('text' in body && body.text !== undefined) return body.text
  return 'content' in body ? (body.content ?? '') : ''
}

/** What keeps an entry from being done. */
export function stateText(entry: OutboxEntry): string {
  if (entry.state === 'conflict') return t`Changed meanwhile: choose a version`
  if (entry.state === 'refused') return entry.problem ?? t`It was refused.`
  if (entry.isRemoved) return t`Will be deleted if it has arrived`
  return 'basedOn' in entry && !isTap(entry) ? t`Change waiting to be sent` : t`Waiting to be sent`
}

/** What a waiting post quotes, as it was when it was written. */
export function quotedIn({ body, quoted }: WritingEntry<'post' | 'editPost'>): Quoted | undefined {
  return body.quote === undefined ? undefined : readQuoted(quoted)
}
