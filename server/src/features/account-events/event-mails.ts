import type { AccountEventKind } from '@quack/contract'
import type { TextMessage } from '@quack/contract/calls/notification-text'
import type { Locale } from '@quack/contract/rules/locales'
import { PAGE_PATHS } from '@quack/contract/rules/page-paths'
import type { Connection, Database } from '../../database/database.ts'
import { intlLocale } from '../../locale/translator.ts'
import { findEmail } from '../email-address/tokens/email-tokens.queries.ts'
import { mailQueueOf } from '../mails/mail-queue.ts'
import { type AccountEvent, listenToAccountEvents } from './account-events.service.ts'

interface Notice {
  /** What has happened, as the subject of a mail says it. */
  readonly subject: TextMessage
  /** With the one step that helps a member who has not done it. */
  readonly step: TextMessage
}

const STEPS = {
  forgot: /** i18n */ {
    id: 'mail.notice.step.forgot',
    message:
      'If this was you, there is nothing to do. If not, choose “Forgot password?” at the log-in: the new password ends all sessions and everything that waits.',
  },
  change: /** i18n */ {
    id: 'mail.notice.step.change',
    message:
      'If this was you, there is nothing to do. If not, change your password: that ends all other sessions and everything that waits.',
  },
  session: /** i18n */ {
    id: 'mail.notice.step.session',
    message:
      'If this was you, there is nothing to do. If not, end its session under “Sign-in and security”, and change your password.',
  },
  passkey: /** i18n */ {
    id: 'mail.notice.step.passkey',
    message: 'If this was you, there is nothing to do. If not, remove this passkey: a new password does not end it.',
  },
  copied: /** i18n */ {
    id: 'mail.notice.step.copied',
    message: 'If this was you, there is nothing to do. If not, remove this passkey, and add a new one.',
  },
  codes: /** i18n */ {
    id: 'mail.notice.step.codes',
    message: 'If this was you, there is nothing to do. If not, turn the codes off where you are still signed in.',
  },
  ask: /** i18n */ {
    id: 'mail.notice.step.ask',
    message: 'If this was you, there is nothing to do. If not, ask those who run this Quack.',
  },
  write: /** i18n */ {
    id: 'mail.notice.step.write',
    message:
      'If this was you, there is nothing to do. If not, write at once to those who run this Quack: this address opens the account no more.',
  },
} satisfies Record<string, TextMessage>

const NOTICES: Readonly<Record<AccountEventKind, Notice>> = {
  signedIn: {
    subject: /** i18n */ { id: 'mail.notice.signedIn', message: 'New sign-in to your account' },
    step: STEPS.change,
  },
  passwordChanged: {
    subject: /** i18n */ { id: 'mail.notice.passwordChanged', message: 'Your password was changed' },
    step: STEPS.forgot,
  },
  passwordSet: {
    subject: /** i18n */ { id: 'mail.notice.passwordSet', message: 'Your account has a password now' },
    step: STEPS.forgot,
  },
  passwordRemoved: {
    subject: /** i18n */ { id: 'mail.notice.passwordRemoved', message: 'Your password was removed' },
    step: STEPS.forgot,
  },
  appAllowed: {
    subject: /** i18n */ { id: 'mail.notice.appAllowed', message: 'An app may act for you now' },
    step: STEPS.session,
  },
  tokenMade: {
    subject: /** i18n */ { id: 'mail.notice.tokenMade', message: 'A token for a script was made' },
    step: STEPS.session,
  },
  passwordReset: {
    subject: /** i18n */ { id: 'mail.notice.passwordReset', message: 'Your password was set by a one-time link' },
    step: STEPS.forgot,
  },
  passkeyAdded: {
    subject: /** i18n */ { id: 'mail.notice.passkeyAdded', message: 'A passkey was added to your account' },
    step: STEPS.passkey,
  },
  passkeyRemoved: {
    subject: /** i18n */ { id: 'mail.notice.passkeyRemoved', message: 'A passkey was removed from your account' },
    step: STEPS.change,
  },
  passkeySuspicious: {
    subject: /** i18n */ { id: 'mail.notice.passkeySuspicious', message: 'A passkey may have been copied' },
    step: STEPS.copied,
  },
  factorEnabled: {
    subject: /** i18n */ { id: 'mail.notice.factorEnabled', message: 'Codes are asked for now when you log in' },
    step: STEPS.codes,
  },
  factorDisabled: {
    subject: /** i18n */ { id: 'mail.notice.factorDisabled', message: 'Codes are no longer asked for when you log in' },
    step: STEPS.change,
  },
  recoveryCodesRenewed: {
    subject: /** i18n */ { id: 'mail.notice.recoveryCodesRenewed', message: 'Your recovery codes were replaced' },
    step: STEPS.change,
  },
  recoveryCodeUsed: {
    subject: /** i18n */ { id: 'mail.notice.recoveryCodeUsed', message: 'A recovery code was used to sign in' },
    step: STEPS.change,
  },
  codesRefused: {
    subject: /** i18n */ {
      id: 'mail.notice.codesRefused',
      message: 'Somebody has your password, and has tried too many codes',
    },
    step: STEPS.change,
  },
  factorsReset: {
    subject: /** i18n */ { id: 'mail.notice.factorsReset', message: 'The operator has reset how you sign in' },
    step: STEPS.ask,
  },
  emailChangeAsked: {
    subject: /** i18n */ {
      id: 'mail.notice.emailChangeAsked',
      message: 'Your account is about to get another e-mail address',
    },
    step: STEPS.change,
  },
  emailChanged: {
    subject: /** i18n */ { id: 'mail.notice.emailChanged', message: 'Your e-mail address was changed' },
    step: STEPS.write,
  },
}

const TEXTS = {
  what: /** i18n */ { id: 'mail.notice.what', message: '{subject}: {username} on Quack.' },
  from: /** i18n */ { id: 'mail.notice.from', message: 'From {device}, {time}.' },
  byOperator: /** i18n */ { id: 'mail.notice.byOperator', message: 'By the operator, {time}.' },
  check: /** i18n */ { id: 'mail.notice.check', message: 'Check your account' },
} satisfies Record<string, TextMessage>

/**
 * From now on, a mail about each event of an account is queued in the transaction of the event, if mail is on. There is
 * none about a sign-in on a known device, none to an address that is not confirmed, and none for a shared account.
 */
export function sendNotices(db: Database): void {
  listenToAccountEvents(db, (transaction, event) => queueNotice(db, transaction, event))
}

async function queueNotice(db: Database, transaction: Connection, event: AccountEvent): Promise<void> {
  const queue = mailQueueOf(db)
  if (queue === null || (event.kind === 'signedIn' && !event.isNewDevice)) return
  const member = await findEmail(transaction, event.memberId)
  // An address that is not confirmed may be somebody else's.
  if (!member || member.confirmedAt === null || member.isShared === 1) return
  const language = queue.languages.ofMember(member)
  const { say } = language
  const { step, ...notice } = NOTICES[event.kind]
  const [subject, time] = [say(notice.subject), timeText(Date.now(), language.locale)]
  await queue.queue(transaction, {
    kind: 'notice',
    member: member.id,
    to: member.email,
    content: {
      language,
      subject,
      paragraphs: [
        say(TEXTS.what, { subject, username: member.username }),
        event.device === '' ? say(TEXTS.byOperator, { time }) : say(TEXTS.from, { device: event.device, time }),
        say(step),
      ],
      action: { label: say(TEXTS.check), url: queue.linkTo(PAGE_PATHS.security) },
    },
  })
}

/** Mails do not know where their readers are. English has the form that no reader takes for another day. */
function timeText(time: number, locale: Locale): string {
  if (locale === 'en') return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const date = { year: 'numeric', month: 'short', day: 'numeric' } as const
  const form = { ...date, hour: '2-digit', minute: '2-digit', timeZone: 'UTC', timeZoneName: 'short' } as const
  return new Intl.DateTimeFormat(intlLocale(locale), form).format(time)
}
