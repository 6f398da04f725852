import type { TextMessage } from '@quack/contract/calls/notification-text'
import { PAGE_PATHS } from '@quack/contract/rules/page-paths'
import type { Database } from '../../../database/database.ts'
import { AppError } from '../../../http/errors/errors.ts'
import type { LocalesOfMember } from '../../../locale/languages.ts'
import { type MailQueue, mailQueueOf } from '../../mails/mail-queue.ts'
import { deleteMail } from '../../mails/mails.queries.ts'
import { readableAddress } from '../../mails/readable-address.ts'
import { allowMails } from '../../mails/recipient-limit.ts'
import type { MailContent } from '../../mails/render-mail.ts'
import { isInForce } from '../../moderation/decisions/suspension.queries.ts'
import { insertMailedReset } from '../../passwords/passwords.service.ts'
import { countResets, lockByName } from './forgot.queries.ts'

const HOUR_MS = 60 * 60_000
/** The most members with one address who get a link. */
const MEMBERS_MAX = 5
/** The most mailed links of a member that are valid at the same time. */
const LINKS_MAX = 3

const TEXTS = {
  subject: /** i18n */ { id: 'mail.reset.subject', message: 'Set a new password' },
  asked: /** i18n */ {
    id: 'mail.reset.asked',
    message: 'Somebody, probably you, has asked for a new password for {username} on Quack.',
  },
  sessions: /** i18n */ {
    id: 'mail.reset.sessions',
    message: 'All sessions end when it is set. A second factor stays as it is.',
  },
  set: /** i18n */ { id: 'mail.reset.set', message: 'Set a new password' },
  once: /** i18n */ {
    id: 'mail.reset.once',
    message: 'The link works once, within an hour. If it was not you, do nothing: your password stays as it is.',
  },
} satisfies Record<string, TextMessage>

/**
 * Only stores what was typed: who that is, and whether there is anybody, is looked up later. So the answer and its time
 * tell nothing.
 * @throws mailOff
 */
export async function askForReset(db: Database, name: string): Promise<void> {
  const queue = mailQueueOf(db)
  if (queue === null) throw new AppError('mailOff')
  await db.write((transaction) => queue.queueRequest(transaction, 'resetRequest', readableAddress(name.trim())))
}

/** Sends links to those who are meant. Whoever is suspended gets none. */
export async function answerResetRequest(db: Database, { id, text }: { id: number; text: string }): Promise<void> {
  const queue = mailQueueOf(db)
  if (queue === null) return
  await db.write(async (transaction) => {
    const now = Date.now()
    const found = await lockByName(transaction, text, MEMBERS_MAX)
    const counts = await countResets(
      transaction,
      found.map((member) => member.id),
      now,
    )
    // After the locks: of two nodes with the same request, one finds it gone.
    if (!(await deleteMail(transaction, id))) return
    const members = found.filter((member) => !isInForce(member, now) && (counts.get(member.id) ?? 0) < LINKS_MAX)
    const [first] = members
    if (!first) return
    const confirmed = members.filter((member) => member.email_confirmed_at !== null)
    const others = members.length - confirmed.length
    // All of them have one address.
    const allowed = others > 0 ? await allowMails(transaction, { address: first.email, wanted: others, now }) : 0
    for (const member of members.slice(0, confirmed.length + allowed)) {
      const { id: memberId, email } = member
      const reset = { memberId, address: email, expiresAt: now + HOUR_MS }
      const token = await insertMailedReset(transaction, reset)
      const content = resetMail(queue, member, token)
      await queue.queue(transaction, { kind: 'reset', member: memberId, to: email, content, usefulMs: HOUR_MS })
    }
  })
}

interface Recipient extends LocalesOfMember {
  readonly username: string
}

function resetMail(queue: MailQueue, { username, ...locales }: Recipient, token: string): MailContent {
  const language = queue.languages.ofMember(locales)
  const { say } = language
  return {
    language,
    subject: say(TEXTS.subject),
    paragraphs: [say(TEXTS.asked, { username }), say(TEXTS.sessions)],
    action: { label: say(TEXTS.set), url: queue.linkTo(PAGE_PATHS.resetPassword.replace(':token', token)) },
    remarks: [say(TEXTS.once)],
  }
}
