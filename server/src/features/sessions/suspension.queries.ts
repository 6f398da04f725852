import type { Connection } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'

export async function isSuspended(db: Connection, member: MemberId): Promise<boolean> {
  const row = await db.selectFrom('members').select('suspended_at').where('id', '=', member).executeTakeFirst()
  return row !== undefined && row.suspended_at !== null
}

/** @param at milliseconds since 1970; null to end the suspension. @returns false if nothing has changed */
export async function setSuspended(db: Connection, member: MemberId, at: number | null): Promise<boolean> {
  const result = await db
    .updateTable('members')
    .set({ suspended_at: at })
    .where('id', '=', member)
    .where('deleted_at', 'is', null)
    .where('suspended_at', at === null ? 'is not' : 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
