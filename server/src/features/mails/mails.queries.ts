import { sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { isIn, isNotIn } from '../../database/in-list.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId } from '../../database/schema.ts'
import type { Claim, Due, Progress } from '../../jobs/queue.ts'

export interface MailRow {
  readonly id: number
  readonly member_id: MemberId | null
  readonly kind: string
  readonly recipient: string
  readonly body: string
  readonly due_at: number
  readonly ends_at: number
}

export async function insertMails(transaction: Connection, rows: readonly MailRow[]): Promise<void> {
  if (rows.length > 0) await transaction.insertInto('mails').values(rows).execute()
}

const OWNER = sql<number>`coalesce(mails.member_id, 0)`

/** Mails that wait and that no node has claimed, those that have waited longest first. */
export const listWaiting = prepared((db, { now, except, limit }: Due) =>
  db
    .selectFrom('mails')
    .select(['id as key', OWNER.as('owner')])
    .where('due_at', '<=', now)
    .where('claimed_until', '<=', now)
    .where(isNotIn(db, OWNER, except))
    .orderBy('due_at')
    .limit(limit),
).all

/** Claims those of the mails that still wait. No other node gets them until then. */
export const claimMails = prepared((db, { keys, now, until }: Claim<number>) =>
  db
    .updateTable('mails')
    .set({ claimed_until: until })
    .where('id', 'in', () =>
      db
        .selectFrom('mails as free')
        .select('free.id')
        .where(isIn(db, 'free.id', keys))
        .where('free.due_at', '<=', now)
        .where('free.claimed_until', '<=', now)
        .$if(isPostgres(db), (query) => query.forUpdate().skipLocked()),
    )
    .returning(['id as key', 'member_id as member', 'kind', 'recipient', 'body', 'attempts', 'ends_at as endsAt']),
).all

export type ClaimedMail = Awaited<ReturnType<typeof claimMails>>[number]

/** @returns false if it is gone: with its member, for instance */
export async function deleteMail(transaction: Connection, id: number): Promise<boolean> {
  const { numDeletedRows } = await transaction.deleteFrom('mails').where('id', '=', id).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function deleteMailsOf(transaction: Connection, member: MemberId): Promise<void> {
  await transaction.deleteFrom('mails').where('member_id', '=', member).execute()
}

/** Ends a claim: the mail is tried again at this time. */
export async function postponeMail(
  transaction: Connection,
  { key }: Pick<ClaimedMail, 'key'>,
  { dueAt, attempts, problem }: Progress,
): Promise<void> {
  const row = { due_at: dueAt, attempts, problem, claimed_until: 0 }
  await transaction.updateTable('mails').set(row).where('id', '=', key).execute()
}

/** Ends a claim: the mail is not tried again. */
export async function giveUpMail(
  transaction: Connection,
  { key }: Pick<ClaimedMail, 'key'>,
  problem: string,
  now: number,
): Promise<void> {
  const row = { due_at: null, failed_at: now, problem, claimed_until: 0 }
  await transaction.updateTable('mails').set(row).where('id', '=', key).execute()
}

/** How many wait, and how many have failed. */
export async function countMails(db: Connection) {
  const count = async (column: 'due_at' | 'failed_at') => {
    const { number } = await db
      .selectFrom('mails')
      .select(({ fn }) => fn.countAll<number>().as('number'))
      .where(column, '>', 0)
      .executeTakeFirstOrThrow()
    return Number(number)
  }
  return { waiting: await count('due_at'), failed: await count('failed_at') }
}

/** What waits and what has failed, oldest first. Nothing of their texts. */
export function listMails(db: Connection, { onlyFailed, limit }: { onlyFailed: boolean; limit: number }) {
  return db
    .selectFrom('mails')
    .select(['id', 'kind', 'recipient', 'attempts', 'problem', 'due_at', 'failed_at'])
    .$if(onlyFailed, (query) => query.where('failed_at', 'is not', null))
    .orderBy('id')
    .limit(limit)
    .execute()
}
