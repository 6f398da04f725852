import type { AccountEventKind } from '@quack/contract'
import { PAGE_PATHS } from '@quack/contract/page-paths'
import type { Connection, Database } from '../../database/database.ts'
import { type AccountEvent, listenToAccountEvents } from '../account-events/account-events.service.ts'
import { findEmail } from '../mails/email-tokens.queries.ts'
import { mailQueueOf } from '../mails/mail-queue.ts'

/** What has happened, as the subject of a mail says it. */
const SUBJECTS: Readonly<Record<AccountEventKind, string>> = {
  signedIn: 'New sign-in to your account',
  passwordChanged: 'Your password was changed',
  passwordSet: 'Your account has a password now',
  passwordRemoved: 'Your password was removed',
  passwordReset: 'Your password was set by a one-time link',
  passkeyAdded: 'A passkey was added to your account',
  passkeyRemoved: 'A passkey was removed from your account',
  passkeySuspicious: 'A passkey may have been copied',
  factorEnabled: 'Codes are asked for now when you log in',
  factorDisabled: 'Codes are no longer asked for when you log in',
  recoveryCodesRenewed: 'Your recovery codes were replaced',
  recoveryCodeUsed: 'A recovery code was used to sign in',
  codesRefused: 'Somebody has your password, and has tried too many codes',
  factorsReset: 'The operator has reset how you sign in',
  emailChanged: 'Your e-mail address was changed',
}

/** From now on, members get a mail about what happens to their account, in the transaction of its cause. */
export function sendNotices(db: Database): void {
  listenToAccountEvents(db, (transaction, event) => queueNotice(db, transaction, event))
}

async function queueNotice(db: Database, transaction: Connection, event: AccountEvent): Promise<void> {
  const queue = mailQueueOf(db)
  if (queue === null || (event.kind === 'signedIn' && !event.isNewDevice)) return
  const member = await findEmail(transaction, event.memberId)
  // An address that is not confirmed may be somebody else's.
  if (!member || member.confirmedAt === null || member.isShared === 1) return
  const subject = SUBJECTS[event.kind]
  await queue.queue(transaction, {
    kind: 'notice',
    member: member.id,
    to: member.email,
    content: {
      subject,
      paragraphs: [
        `${subject}: ${member.username} on Quack.`,
        `${event.device === '' ? 'By the operator' : `From ${event.device}`}, ${timeText(Date.now())}.`,
        'If this was you, there is nothing to do. If not, end the sessions that you do not know, and change your password.',
      ],
      action: { label: 'Check your account', url: queue.linkTo(PAGE_PATHS.security) },
    },
  })
}

const timeText = (time: number) => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
