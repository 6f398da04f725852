import { createHash, randomBytes } from 'node:crypto'
import type { TextMessage } from '@quack/contract/calls/notification-text'
import { PAGE_PATHS } from '@quack/contract/rules/page-paths'
import type { Connection } from '../../../database/database.ts'
import type { MemberId, SessionId } from '../../../database/schema.ts'
import type { LocalesOfMember } from '../../../locale/languages.ts'
import type { MailQueue } from '../../mails/mail-queue.ts'
import { allowMails } from '../../mails/recipient-limit.ts'
import * as queries from './email-tokens.queries.ts'

const DAY_MS = 24 * 60 * 60_000
/** The time between two links to the same address. */
const AGAIN_MS = 5 * 60_000
/** The most links to a member in a day, whatever the address. */
const LINKS_MAX = 8

const TEXTS = {
  subject: /** i18n */ { id: 'mail.confirmation.subject', message: 'Please confirm your e-mail address' },
  please: /** i18n */ {
    id: 'mail.confirmation.please',
    message: 'Please confirm that this is the e-mail address of {username} on Quack.',
  },
  confirm: /** i18n */ { id: 'mail.confirmation.confirm', message: 'Confirm address' },
  once: /** i18n */ {
    id: 'mail.confirmation.once',
    message: 'The link works once, within a day. If this is not your account, do nothing.',
  },
} satisfies Record<string, TextMessage>

interface Recipient extends LocalesOfMember {
  readonly id: MemberId
  readonly username: string
  readonly address: string
  /** Of a change of address, the session that asks for it: the link ends with it. Null for the present address. */
  readonly session: SessionId | null
}

/**
 * Sends the link that confirms an address. The member must be locked.
 * @returns `soon`: one was sent there just now, so none is sent; `tooMany`: the member or the address has had enough
 */
export async function sendConfirmation(
  transaction: Connection,
  queue: MailQueue,
  { id, username, address, session, ...locales }: Recipient,
): Promise<'sent' | 'soon' | 'tooMany'> {
  const now = Date.now()
  await queries.deleteEmailTokensBefore(transaction, id, now - DAY_MS)
  const earlier = await queries.listEmailTokens(transaction, id, LINKS_MAX)
  if (earlier.some((each) => each.address === address && each.expires_at > 0 && each.created_at > now - AGAIN_MS))
    return 'soon'
  if (earlier.length === LINKS_MAX) return 'tooMany'
  if ((await allowMails(transaction, { address, wanted: 1, now })) === 0) return 'tooMany'
  const token = randomBytes(32).toString('base64url')
  const tokenHash = hashToken(token)
  await queries.endEmailTokens(transaction, id, address)
  const expiresAt = now + DAY_MS
  await queries.insertEmailToken(transaction, { tokenHash, member: id, address, now, expiresAt, session })
  const language = queue.languages.ofMember(locales)
  const { say } = language
  await queue.queue(transaction, {
    kind: 'confirmation',
    member: id,
    to: address,
    usefulMs: DAY_MS,
    content: {
      language,
      subject: say(TEXTS.subject),
      paragraphs: [say(TEXTS.please, { username })],
      action: { label: say(TEXTS.confirm), url: queue.linkTo(PAGE_PATHS.confirmEmail.replace(':token', token)) },
      remarks: [say(TEXTS.once)],
    },
  })
  return 'sent'
}

/** Only the hash is stored: a copy of the database opens no accounts. The token is random, so a fast hash is enough. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
