import type { Connection } from '../../../database/database.ts'
import { isIn } from '../../../database/in-list.ts'
import type { MemberId } from '../../../database/schema.ts'

/** The member's suspension; null if there is none at this moment. */
export async function findSuspension(db: Connection, member: MemberId) {
  const row = await db
    .selectFrom('members')
    .select(['suspended_at', 'suspended_until'])
    .where('id', '=', member)
    .executeTakeFirst()
  return row && isInForce(row, Date.now()) ? row : null
}

/** Whether a member with these columns is suspended at `now`. A suspension with an end ends without a write. */
export function isInForce(row: { suspended_at: number | null; suspended_until: number | null }, now: number): boolean {
  return row.suspended_at !== null && (row.suspended_until === null || row.suspended_until > now)
}

/** Suspends members, or changes their suspension. @param until milliseconds since 1970; null for no end */
export async function suspendMembers(db: Connection, ids: readonly MemberId[], at: number, until: number | null) {
  await db
    .updateTable('members')
    .set({ suspended_at: at, suspended_until: until })
    .where(isIn(db, 'id', ids))
    .where('deleted_at', 'is', null)
    .execute()
}

/**
 * @param at milliseconds since 1970; null to end the suspension, also one whose time is over
 * @returns false if nothing has changed
 */
export async function setSuspended(db: Connection, member: MemberId, at: number | null): Promise<boolean> {
  const result = await db
    .updateTable('members')
    .set({ suspended_at: at, suspended_until: null })
    .where('id', '=', member)
    .where('deleted_at', 'is', null)
    .where((eb) =>
      at === null ? eb('suspended_at', 'is not', null) : eb('suspended_at', 'is', null).or('suspended_until', '<=', at),
    )
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
