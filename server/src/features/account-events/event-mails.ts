import type { AccountEventKind } from '@quack/contract'
import { PAGE_PATHS } from '@quack/contract/rules/page-paths'
import type { Connection, Database } from '../../database/database.ts'
import { findEmail } from '../email-address/tokens/email-tokens.queries.ts'
import { mailQueueOf } from '../mails/mail-queue.ts'
import { type AccountEvent, listenToAccountEvents } from './account-events.service.ts'

interface Notice {
  /** What has happened, as the subject of a mail says it. */
  readonly subject: string
  /** The one step that helps a member who has not done it. */
  readonly step: string
}

const FORGOT = 'choose “Forgot password?” at the log-in: the new password ends all sessions and everything that waits'
const CHANGE = 'change your password: that ends all other sessions and everything that waits'

const NOTICES: Readonly<Record<AccountEventKind, Notice>> = {
  signedIn: { subject: 'New sign-in to your account', step: CHANGE },
  passwordChanged: { subject: 'Your password was changed', step: FORGOT },
  passwordSet: { subject: 'Your account has a password now', step: FORGOT },
  passwordRemoved: { subject: 'Your password was removed', step: FORGOT },
  appAllowed: {
    subject: 'An app may act for you now',
    step: 'end its session under “Sign-in and security”, and change your password',
  },
  tokenMade: {
    subject: 'A token for a script was made',
    step: 'end its session under “Sign-in and security”, and change your password',
  },
  passwordReset: { subject: 'Your password was set by a one-time link', step: FORGOT },
  passkeyAdded: {
    subject: 'A passkey was added to your account',
    step: 'remove this passkey: a new password does not end it',
  },
  passkeyRemoved: { subject: 'A passkey was removed from your account', step: CHANGE },
  passkeySuspicious: { subject: 'A passkey may have been copied', step: 'remove this passkey, and add a new one' },
  factorEnabled: {
    subject: 'Codes are asked for now when you log in',
    step: 'turn the codes off where you are still signed in',
  },
  factorDisabled: { subject: 'Codes are no longer asked for when you log in', step: CHANGE },
  recoveryCodesRenewed: { subject: 'Your recovery codes were replaced', step: CHANGE },
  recoveryCodeUsed: { subject: 'A recovery code was used to sign in', step: CHANGE },
  codesRefused: { subject: 'Somebody has your password, and has tried too many codes', step: CHANGE },
  factorsReset: {
    subject: 'The operator has reset how you sign in',
    step: 'ask those who run this Quack',
  },
  emailChangeAsked: { subject: 'Your account is about to get another e-mail address', step: CHANGE },
  emailChanged: {
    subject: 'Your e-mail address was changed',
    step: 'write at once to those who run this Quack: this address opens the account no more',
  },
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
  const { subject, step } = NOTICES[event.kind]
  await queue.queue(transaction, {
    kind: 'notice',
    member: member.id,
    to: member.email,
    content: {
      subject,
      paragraphs: [
        `${subject}: ${member.username} on Quack.`,
        `${event.device === '' ? 'By the operator' : `From ${event.device}`}, ${timeText(Date.now())}.`,
        `If this was you, there is nothing to do. If not, ${step}.`,
      ],
      action: { label: 'Check your account', url: queue.linkTo(PAGE_PATHS.security) },
    },
  })
}

const timeText = (time: number) => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
