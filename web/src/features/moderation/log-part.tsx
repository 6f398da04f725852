import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type AuditEntry, useAuditLog } from '../../data/moderation/moderation.ts'
import { intlLocale, translate } from '../../locale/messages.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { PagedList } from '../reports/paged-list.tsx'

type Words = Readonly<Record<string, MessageDescriptor>>

/** What the server logs as a code. One that is not here is shown as it is. */
const ACTIONS: Words = {
  none: msg({ message: 'none', context: 'log', comment: 'Reports were closed without an action' }),
  warn: msg({ message: 'warn', context: 'log', comment: 'A member' }),
  addWarning: msg({ message: 'addWarning', context: 'log', comment: 'A warning was put on a post' }),
  hide: msg({ message: 'hide', context: 'log', comment: 'A post' }),
  limit: msg({ message: 'limit', context: 'log', comment: 'The posts of a member, to their followers' }),
  unlimit: msg({ message: 'unlimit', context: 'log', comment: 'A limit of a member has ended' }),
  suspend: msg({ message: 'suspend', context: 'log', comment: 'A member' }),
  restore: msg({ message: 'restore', context: 'log', comment: 'A suspension of a member has ended' }),
  delete: msg({ message: 'delete', context: 'log', comment: 'A post, comment or member' }),
  view: msg({ message: 'view', context: 'log', comment: 'Somebody has read a report or a decision' }),
  'accept appeal': msg({ message: 'accept appeal', context: 'log' }),
  'reject appeal': msg({ message: 'reject appeal', context: 'log' }),
  accept: msg({ message: 'accept', context: 'log', comment: 'A sign-up' }),
  reject: msg({ message: 'reject', context: 'log', comment: 'A sign-up' }),
  invite: msg({ message: 'invite', context: 'log', comment: 'An invitation was made' }),
  revoke: msg({ message: 'revoke', context: 'log', comment: 'An invitation' }),
  role: msg({ message: 'role', context: 'log', comment: 'The role of a member was changed' }),
  create: msg({ message: 'create', context: 'log', comment: 'A member, by the operator' }),
  'reset-factors': msg({ message: 'reset-factors', context: 'log', comment: 'The ways to sign in of a member' }),
  'reset-password': msg({ message: 'reset-password', context: 'log', comment: 'A link to set a password was made' }),
  'confirm-email': msg({ message: 'confirm-email', context: 'log', comment: 'The address of a member' }),
  about: msg({ message: 'about', context: 'log', comment: 'The text about this Quack was changed' }),
  rules: msg({ message: 'rules', context: 'log', comment: 'The rules of this Quack were changed' }),
  signUp: msg({ message: 'signUp', context: 'log', comment: 'Who may sign up was changed' }),
}

const KINDS: Words = {
  member: msg({ message: 'member', context: 'log', comment: 'Follows what was done, such as: suspend member @maya' }),
  post: msg({ message: 'post', context: 'log', comment: 'Follows what was done, such as: hide post 12' }),
  comment: msg({ message: 'comment', context: 'log', comment: 'Follows what was done, such as: delete comment 12' }),
  report: msg({ message: 'report', context: 'log', comment: 'Follows what was done, such as: view report 12' }),
  decision: msg({ message: 'decision', context: 'log', comment: 'Of a moderator, such as: view decision 12' }),
  application: msg({ message: 'application', context: 'log', comment: 'A sign-up that waits for approval' }),
  invitation: msg({ message: 'invitation', context: 'log', comment: 'Such as: revoke invitation 12' }),
  installation: msg({ message: 'installation', context: 'log', comment: 'This Quack, such as: rules installation' }),
}

const DETAILS: Words = {
  'for followers': msg({ message: 'for followers', context: 'log', comment: 'What was read is for followers only' }),
  owner: msg({ message: 'owner', context: 'role of a member' }),
  moderator: msg({ message: 'moderator', context: 'role of a member' }),
  none: msg({ message: 'none', context: 'role of a member' }),
  open: msg({ message: 'open', context: 'log', comment: 'Everybody may sign up' }),
  approval: msg({ message: 'approval', context: 'log', comment: 'Sign-ups wait for approval' }),
  invitation: msg({ message: 'invitation', context: 'log', comment: 'Sign-ups need an invitation' }),
  closed: msg({ message: 'closed', context: 'log', comment: 'Nobody may sign up' }),
}

function wordOf(words: Words, code: string): string {
  const word = Object.hasOwn(words, code) ? words[code] : undefined
  return word ? translate(word) : code
}

function detailText(detail: string): string {
  const report = /^report (\d+)$/.exec(detail)?.[1]
  if (report !== undefined) return t({ message: `report ${report}`, context: 'log', comment: 'The number of a report' })
  const [, uses, days] = /^(\d+) uses, (\d+) days$/.exec(detail) ?? []
  if (uses !== undefined && days !== undefined) {
    return t({
      message: `${uses} uses, ${days} days`,
      context: 'log',
      comment: 'How often and how long an invitation can be used',
    })
  }
  return wordOf(DETAILS, detail)
}

const nameOf = (member: AuditEntry['actor'], other: string) => (member ? `@${member.username}` : other)

/** What the staff and the operator did. */
export function LogPart() {
  return (
    <PagedList
      pages={useAuditLog()}
      label={t`Audit log`}
      emptyText={t({ message: 'Nothing yet.', comment: 'The staff has done nothing' })}
    >
      {({ _id, detail, createdAt, ...entry }) => (
        <li key={_id} className="border-b px-4 py-3">
          <p className="wrap-anywhere">
            <Done {...entry} />
          </p>
          <p className="wrap-anywhere text-meta text-muted">
            {detail !== '' && `${detailText(detail)} · `}
            <RelativeTime time={createdAt} />
          </p>
        </li>
      )}
    </PagedList>
  )
}

function Done({ actor, action, kind, targetId, target }: Omit<AuditEntry, '_id' | 'detail' | 'createdAt'>) {
  const name = nameOf(actor, t`The operator`)
  const list = new Intl.ListFormat(intlLocale(), { style: 'narrow' })
  const actions = list.format(action.split(', ').map((code) => wordOf(ACTIONS, code)))
  const about = wordOf(KINDS, kind)
  const which = nameOf(target, targetId ?? '')
  return (
    <Trans comment="Such as: @maya: hide post 12">
      <span className="font-semibold">{name}</span>: {actions}{' '}
      <span className="text-muted">
        {about} {which}
      </span>
    </Trans>
  )
}
