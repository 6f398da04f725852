import type { Action, Copy, Decision, OwnReport } from '@quack/contract'
import { timeOfId } from '../../../database/ids.ts'
import { timestamp } from '../../../reading/timestamp.ts'
import { readdress } from '../../media/records/media.view.ts'
import { type MediaAddressing, PLAIN } from '../../media/records/media-addresses.ts'
import { optionsOf } from '../../posts/post-polls.ts'
import type { DecisionRow } from '../decisions/decisions.queries.ts'
import type { OwnReportRow, Reported } from './reports.queries.ts'

/** How a copy is stored. */
export function copyText({ text, mediaUrl, alt, furtherPictures = [], ...post }: Omit<Reported, 'subject'>): string {
  return JSON.stringify({
    ...{ text, mediaUrl, alt, ...coverView(post) },
    ...(furtherPictures.length > 0 && { furtherPictures }),
  })
}

/** What covers a post, and what it asks; nothing of what has no such columns. */
export const coverView = ({
  warning,
  is_sensitive,
  poll_options: options,
}: Pick<Reported, 'warning' | 'is_sensitive' | 'poll_options'>) => ({
  ...(warning && { warning }),
  ...(is_sensitive && { sensitive: true as const }),
  ...(options && { pollOptions: optionsOf(options) }),
})

/** @param addressing of its media: signed for the staff and for the author, because others may not see the original */
export const copyView = (stored: string, addressing: MediaAddressing): Copy =>
  readdressed(JSON.parse(stored) as Copy, addressing)

export function readdressed<Of extends Copy>(copy: Of, { urlOf }: MediaAddressing): Of {
  const { mediaUrl, furtherPictures } = copy
  const further = furtherPictures?.map(({ url, alt }) => ({ url: readdress(url, urlOf), alt }))
  return { ...copy, mediaUrl: readdress(mediaUrl, urlOf), ...(further && { furtherPictures: further }) }
}

type Closing = Pick<OwnReportRow, 'closed_at' | 'has_consequence'>
export function outcomeOf({ closed_at: closedAt, has_consequence: hasConsequence }: Closing): OwnReport['outcome'] {
  if (closedAt === null) return 'open'
  return hasConsequence === 1 ? 'action' : 'noAction'
}

const timestampOrNull = (time: number | null) => (time === null ? null : timestamp(time))

export function ownReportView(row: OwnReportRow): OwnReport {
  return {
    _id: String(row.id),
    kind: row.target_kind,
    rule: row.rule,
    text: row.text,
    copy: copyView(row.copy, PLAIN),
    outcome: outcomeOf(row),
    createdAt: timestamp(timeOfId(row.id)),
    closedAt: timestampOrNull(row.closed_at),
  }
}

export function decisionView(row: DecisionRow, signed: MediaAddressing): Decision {
  const { appeal, appealed_at: appealedAt, appeal_state: state } = row
  return {
    _id: String(row.id),
    kind: row.target_kind,
    copy: copyView(row.copy, signed),
    actions: JSON.parse(row.actions) as Action[],
    message: row.message,
    ...(row.warning !== '' && { warning: row.warning }),
    suspendedUntil: timestampOrNull(row.suspended_until),
    appeal:
      appeal === null || appealedAt === null || state === null
        ? null
        : { text: appeal, state, answer: row.appeal_answer ?? '', createdAt: timestamp(appealedAt) },
    createdAt: timestamp(timeOfId(row.id)),
  }
}
