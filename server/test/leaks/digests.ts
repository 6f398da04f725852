import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { ReceivedMail } from '@quack/testing/mail-server'
import type { Connection, Database } from '../../src/database/database.ts'
import { queueDigests } from '../../src/features/notifications/digest/digest.ts'
import type { Installation } from '../app.ts'
import type { TestMember } from '../members.ts'
import { findNamed } from './check.ts'
import type { Stage } from './perform.ts'
import type { Read } from './read.ts'
import { notificationsOf } from './sight-of-notifications.ts'
import type { Mailing } from './start.ts'

const LOOK_MS = 5
/** Entries of a digest. It counts the further ones. */
const ENTRIES_MAX = 10
const NEVER = Number.MAX_SAFE_INTEGER
const SILENT = { info: () => undefined }
/** It may name nothing else than what its reader sees. */
const DIGEST: Read = { path: () => '', notCompared: 'below' }

/**
 * Queues the digests of everybody, and sends them after further writes: each shows what its reader sees when it is
 * sent, of what had happened when it was queued.
 * @returns what is wrong, or null
 */
export async function checkDigests(
  { db }: Installation,
  { server, look }: Mailing,
  stage: Stage,
  meanwhile: () => Promise<string | null>,
): Promise<string | null> {
  const { world, members } = stage
  const newsOf = (name: string, asOf: number) =>
    world.suspended.has(name) ? [] : notificationsOf(world, name, { asOf }).filter(({ unread }) => unread)
  const asOf = world.notifications.last
  const queued = new Set(world.names.filter((name) => newsOf(name, asOf).length > 0))
  await queue(db)
  const problem = await meanwhile()
  if (problem) return problem
  const before = server.mails.length
  await send(db, look)
  const mails = server.mails.slice(before)
  for (const name of world.names) {
    const { record } = members.get(name) as TestMember
    // Others are sent as soon as they are queued.
    const own = mails.filter(
      ({ to, subject }) => to.includes(record.email ?? '') && subject.includes('new notification'),
    )
    for (const { subject, text, html } of own) {
      const leak = findNamed(
        { ...stage, viewer: name, read: DIGEST },
        { body: { subject, text, html }, headers: {} },
        '',
      )
      if (leak) return `the digest of ${name} names ${leak}: ${text}`
    }
    const news = queued.has(name) ? newsOf(name, asOf) : []
    const wanted = news.length === 0 ? [] : [{ count: news.length, texts: textsOf(news.slice(0, ENTRIES_MAX)) }]
    const sent = own.map(seenDigest)
    if (!isDeepStrictEqual(sent, wanted)) {
      return `the digest of ${name}\n  server: ${JSON.stringify(sent)}\n  world: ${JSON.stringify(wanted)}`
    }
  }
  return null
}

const textsOf = (news: ReturnType<typeof notificationsOf>) =>
  news.flatMap(({ comment, post }) => (comment ?? post)?.number ?? [])

const seenDigest = ({ subject, text }: ReceivedMail) => ({
  count: Number.parseInt(subject, 10),
  texts: [...text.matchAll(/: Text (\d+) of/g)].map(([, number]) => Number(number)),
})

/** Everybody gets one now, which waits. */
async function queue(db: Database): Promise<void> {
  const now = await nextMillisecond()
  await db.write(async (transaction) => {
    await transaction.deleteFrom('mails').execute()
    await transaction.updateTable('members').set({ email_confirmed_at: now }).execute()
    const due = { digest: 'daily', digest_at: now } as const
    const members = await transaction.selectFrom('members').select('id as member_id').execute()
    await transaction
      .insertInto('notification_preferences')
      .values(members.map((member) => ({ ...member, ...due })))
      .onConflict((conflict) => conflict.column('member_id').doUpdateSet(due))
      .execute()
  })
  const write = <Result>(work: (transaction: Connection) => Promise<Result>) =>
    db.write(async (transaction) => {
      const result = await work(transaction)
      await transaction.updateTable('mails').set({ due_at: NEVER }).execute()
      return result
    })
  while ((await queueDigests({ ...db, write }, () => now, SILENT)).isMore);
  await nextMillisecond()
}

/** Until everything that waits has been sent. */
async function send(db: Database, look: () => void): Promise<void> {
  // Mails about something else have been queued meanwhile.
  await db.write(async (transaction) => {
    await transaction.deleteFrom('mails').where('kind', '<>', 'digest').execute()
    await transaction.updateTable('mails').set({ due_at: 0 }).execute()
  })
  const waiting = () => db.primary.selectFrom('mails').select('id').where('kind', '=', 'digest').executeTakeFirst()
  // Once: the worker goes on by itself, and all other background work looks with it.
  look()
  while (await waiting()) await sleep(LOOK_MS)
}

/** What happens before has an earlier id than what happens after. */
async function nextMillisecond(): Promise<number> {
  const start = Date.now()
  while (Date.now() <= start + 1) await sleep(1)
  return Date.now()
}
