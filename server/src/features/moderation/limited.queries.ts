import type { Connection } from '../../database/database.ts'
import { isIn } from '../../database/in-list.ts'
import type { MemberId } from '../../database/schema.ts'
import { lockAlone } from '../members/members.queries.ts'

/** Shows what members write to their followers only. @returns how many were not limited before */
export async function limitMembers(transaction: Connection, ids: readonly MemberId[]): Promise<number> {
  // What others write to a post of theirs is before this, or refused.
  await lockAlone(transaction, ids)
  const result = await transaction
    .updateTable('members')
    .set({ limited_at: Date.now() })
    .where(isIn(transaction, 'id', ids))
    .where('limited_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** @returns false if the member is not limited */
export async function unlimitMember(transaction: Connection, member: MemberId): Promise<boolean> {
  const result = await transaction
    .updateTable('members')
    .set({ limited_at: null })
    .where('id', '=', member)
    .where('limited_at', 'is not', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
