import type { Notification } from '@quack/contract'
import {
  notificationExcerpt,
  notificationPath,
  notificationTitle,
  type TextMessage,
} from '@quack/contract/calls/notification-text'
import { UNREAD_MAX } from '@quack/contract/rules/limits'
import { PAGE_PATHS } from '@quack/contract/rules/page-paths'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Database } from '../../../database/database.ts'
import { timeOfId } from '../../../database/ids.ts'
import type { MemberId } from '../../../database/schema.ts'
import type { JobClock } from '../../../jobs/clock.ts'
import { runWith } from '../../../jobs/job.ts'
import { type Found, Loop, NOTHING_MORE } from '../../../jobs/loop.ts'
import type { LocalesOfMember } from '../../../locale/languages.ts'
import type { Say } from '../../../locale/translator.ts'
import { type MailQueue, mailQueueOf } from '../../mails/mail-queue.ts'
import type { UnwrittenMail } from '../../mails/mail-worker.ts'
import type { MailContent } from '../../mails/render-mail.ts'
import { claimDue, DIGEST_MS, isDigestOff, listDue, listReaders } from '../digest.queries.ts'
import { listUnread } from '../notifications.queries.ts'
import { type Period, readUnreadSince } from './unread-since.ts'

/** Members of one transaction. */
const PAGE = 20
/** Notifications that a mail shows; it counts the further ones. */
const ENTRIES_MAX = 10
const EXCERPT_MAX = 80

const TEXTS = {
  subject: /** i18n */ {
    id: 'mail.digest.subject',
    message: '{count, plural, one {# new notification on Quack} other {# new notifications on Quack}}',
  },
  /** So many that they are not counted any more. */
  subjectOfMany: /** i18n */ {
    id: 'mail.digest.subject.many',
    message: '{count, number}+ new notifications on Quack',
  },
  daily: /** i18n */ { id: 'mail.digest.daily', message: 'What is new for {username} on Quack today:' },
  weekly: /** i18n */ { id: 'mail.digest.weekly', message: 'What is new for {username} on Quack this week:' },
  entry: /** i18n */ { id: 'mail.digest.entry', message: '{title}: {excerpt}' },
  more: /** i18n */ { id: 'mail.digest.more', message: '{count, plural, one {And # more} other {And # more}}' },
  moreOfMany: /** i18n */ { id: 'mail.digest.more.many', message: 'And {count, number}+ more' },
  all: /** i18n */ { id: 'mail.digest.all', message: 'See all notifications' },
  whyDaily: /** i18n */ {
    id: 'mail.digest.why.daily',
    message:
      'You get this mail every day on which something is new, because you have chosen so in the settings of notifications.',
  },
  whyWeekly: /** i18n */ {
    id: 'mail.digest.why.weekly',
    message:
      'You get this mail every week on which something is new, because you have chosen so in the settings of notifications.',
  },
} satisfies Record<string, TextMessage>

type Due = Awaited<ReturnType<typeof listDue>>[number]
interface News {
  readonly notifications: readonly Notification[]
  readonly count: number
}

/** Queues some of the digests that are due. What cannot be read now is due at the next look. */
export async function queueDigests(
  db: Database,
  now: () => number,
  logger: Pick<FastifyBaseLogger, 'info'>,
): Promise<Found> {
  const queue = mailQueueOf(db)
  const due = queue === null ? [] : await listDue(db.read, now(), PAGE)
  if (queue === null || due.length === 0) return NOTHING_MORE
  const queued = await queuePage(db, queue, due, now())
  if (queued > 0) logger.info({ members: due.length, queued }, 'digests were queued')
  return { isMore: due.length === PAGE }
}

/**
 * Reads first, so that the transaction is short. Two nodes may read the same, but only one finds the digest still due
 * when it writes, in the transaction that queues the mail.
 */
async function queuePage(db: Database, queue: MailQueue, due: readonly Due[], now: number): Promise<number> {
  const members = due.map(({ member }) => member)
  const found = await readPage(db, due, now)
  return db.write(async (transaction) => {
    const claimed = await claimDue(transaction, members, now)
    const readers = await listReaders(transaction, [...claimed], now)
    const mails = due.flatMap(({ member, digest }) => {
      const [reader, its] = [readers.get(member), found.get(member)]
      if (!reader || !its || digest === 'off') return []
      const text = JSON.stringify({ digest, ...its } satisfies Queued)
      return [{ kind: 'digest' as const, member, to: reader.email, text, usefulMs: DIGEST_MS.daily }]
    })
    if (mails.length > 0) await queue.queueUnwritten(transaction, ...mails)
    return mails.length
  })
}

/** From when to when there is something new for the members of a page; those with nothing new are left out. */
async function readPage(db: Database, due: readonly Due[], now: number): Promise<Map<MemberId, Period>> {
  const members = due.map(({ member }) => member)
  const readers = await listReaders(db.read, members, now)
  const unread = await listUnread(db.read, [...readers.keys()])
  const found = new Map<MemberId, Period>()
  for (const { member, digest, dueAt } of due) {
    const its = unread.get(member)
    if (!its || its.unread === 0 || digest === 'off' || dueAt === null) continue
    // Each list depends on what its reader sees. One after the other, because nobody waits.
    const period = { since: dueAt - DIGEST_MS[digest], until: now }
    const news = await readUnreadSince(db.read, member, { ...period, readTo: its.read_to, limit: 1 })
    if (news.notifications.length > 0) found.set(member, period)
  }
  return found
}

/**
 * The digest at the moment when it is sent, which may be hours later: without what was read, deleted, hidden or blocked
 * meanwhile. What is newer than the queued mail is for the next one.
 * @returns null if nothing is left, or if the member must not get it there any more
 */
export async function writeDigest(
  db: Database,
  { id, member, recipient, text }: UnwrittenMail,
  now: () => number,
): Promise<MailContent | null> {
  const queue = mailQueueOf(db)
  if (queue === null || member === null || (await isDigestOff(db.primary, member))) return null
  const reader = (await listReaders(db.primary, [member], now())).get(member)
  if (reader?.email !== recipient) return null
  // An earlier release has queued whole mails.
  const until = timeOfId(id)
  const queued = { digest: 'daily', since: until - DIGEST_MS.daily, until, ...JSON.parse(text) } as Queued
  const readTo = (await listUnread(db.primary, [member])).get(member)?.read_to ?? 0
  const news = await readUnreadSince(db.primary, member, { ...queued, readTo, limit: ENTRIES_MAX })
  return news.notifications.length > 0 ? digestMail(queue, { ...reader, digest: queued.digest }, news) : null
}

/** Of a mail that waits. */
interface Queued extends Period {
  readonly digest: 'daily' | 'weekly'
}

interface Reader extends LocalesOfMember {
  readonly id: MemberId
  readonly username: string
  readonly digest: 'daily' | 'weekly'
}

function digestMail(queue: MailQueue, reader: Reader, { notifications, count }: News): MailContent {
  const { id, username, digest } = reader
  const language = queue.languages.ofMember(reader)
  const { say } = language
  const [further, isMany] = [count - notifications.length, count === UNREAD_MAX]
  const all = queue.linkTo(PAGE_PATHS.notifications)
  return {
    language,
    subject: say(isMany ? TEXTS.subjectOfMany : TEXTS.subject, { count }),
    paragraphs: [say(TEXTS[digest], { username })],
    entries: [
      ...notifications.map((each) => ({ text: textOf(each, say), url: queue.linkTo(notificationPath(each)) })),
      ...(further > 0 ? [{ text: say(isMany ? TEXTS.moreOfMany : TEXTS.more, { count: further }), url: all }] : []),
    ],
    action: { label: say(TEXTS.all), url: all },
    remarks: [say(digest === 'daily' ? TEXTS.whyDaily : TEXTS.whyWeekly)],
    unsubscribe: queue.unsubscribeOf(id),
  }
}

function textOf(notification: Notification, say: Say): string {
  const [title, excerpt] = [
    notificationTitle(notification, say),
    notificationExcerpt(notification, say).replace(/\s+/g, ' ').trim(),
  ]
  const characters = [...excerpt]
  const short = characters.length > EXCERPT_MAX ? `${characters.slice(0, EXCERPT_MAX).join('').trimEnd()}…` : excerpt
  return short === '' ? title : say(TEXTS.entry, { title, excerpt: short })
}

/** How often it looks for digests that are due, in milliseconds. */
export const EVERY_MS = 30_000

/** The job that queues digests. Without a mail server it does nothing. */
export function startDigests(app: FastifyInstance, db: Database, clock: JobClock): void {
  const look = () => queueDigests(db, clock.now, app.log)
  const purpose = 'make digests'
  runWith(app, new Loop({ name: 'digests', purpose, clock, logger: app.log, everyMs: EVERY_MS, gatherMs: 0, look }))
}
