import type { Digest } from '@quack/contract'
import { sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isIn } from '../../database/in-list.ts'
import type { MemberId } from '../../database/schema.ts'

const DAY_MS = 24 * 60 * 60_000
/** The time between two digests. */
export const DIGEST_MS = { daily: DAY_MS, weekly: 7 * DAY_MS } as const

/** The first digest is due after a day or a week. The same choice again does not put it off. */
export async function putDigest(transaction: Connection, member: MemberId, digest: Digest, now: number): Promise<void> {
  const dueAt = digest === 'off' ? null : now + DIGEST_MS[digest]
  await transaction
    .insertInto('notification_preferences')
    .values({ member_id: member, digest, digest_at: dueAt })
    .onConflict((conflict) =>
      conflict
        .column('member_id')
        .doUpdateSet({ digest, digest_at: dueAt })
        .where('notification_preferences.digest', '<>', digest),
    )
    .execute()
  if (digest === 'off') await dropWaiting(transaction, member)
}

/** Nothing happens if it is off, or if there is no such member any more. */
export async function endDigest(transaction: Connection, member: MemberId): Promise<void> {
  await transaction
    .updateTable('notification_preferences')
    .set({ digest: 'off', digest_at: null })
    .where('member_id', '=', member)
    .where('digest', '<>', 'off')
    .execute()
  await dropWaiting(transaction, member)
}

/** A digest that no mail server has accepted yet is not sent any more. */
async function dropWaiting(transaction: Connection, member: MemberId): Promise<void> {
  await transaction.deleteFrom('mails').where('member_id', '=', member).where('kind', '=', 'digest').execute()
}

/** Whether the member wants no digest any more. */
export async function isDigestOff(db: Connection, member: MemberId): Promise<boolean> {
  const row = await db
    .selectFrom('notification_preferences')
    .select('digest')
    .where('member_id', '=', member)
    .executeTakeFirst()
  return (row?.digest ?? 'off') === 'off'
}

/** Members whose digest is due, those that have waited longest first. */
export function listDue(db: Connection, now: number, limit: number) {
  return db
    .selectFrom('notification_preferences')
    .select(['member_id as member', 'digest', 'digest_at as dueAt'])
    .where('digest_at', '<=', now)
    .orderBy('digest_at')
    .limit(limit)
    .execute()
}

/**
 * Sets when the next digest of these members is due. Of several nodes, one gets a member.
 * @returns those whose digest was still due
 */
export async function claimDue(transaction: Connection, members: readonly MemberId[], now: number) {
  const rows = await transaction
    .updateTable('notification_preferences')
    .set({
      digest_at: sql`case digest when 'daily' then cast(${now + DIGEST_MS.daily} as bigint) else cast(${now + DIGEST_MS.weekly} as bigint) end`,
    })
    .where(isIn(transaction, 'member_id', members))
    .where('digest_at', '<=', now)
    .returning('member_id as member')
    .execute()
  return new Set(rows.map(({ member }) => member))
}

/** Those of these members who may get a digest: only confirmed addresses, and nobody who must not sign in. */
export async function listReaders(db: Connection, members: readonly MemberId[], now: number) {
  const rows = await db
    .selectFrom('members')
    .select(['id', 'username', 'email', 'locale', 'seen_locale'])
    .where(isIn(db, 'id', members))
    .where('deleted_at', 'is', null)
    .where('is_shared', '=', 0)
    .where('email', '<>', '')
    .where('email_confirmed_at', 'is not', null)
    .where((eb) => eb('suspended_at', 'is', null).or('suspended_until', '<=', now))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
