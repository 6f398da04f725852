import type { Role } from '@quack/contract'
import type { Connection } from '../../../database/database.ts'
import { isPostgres } from '../../../database/engine.ts'
import { isIn } from '../../../database/in-list.ts'
import { prepared } from '../../../database/prepared.ts'
import type { MemberId } from '../../../database/schema.ts'

/** Whether somebody has a role. Otherwise the rules are not shown, and nothing can be reported. */
export const hasStaff = prepared((db) =>
  db.selectFrom('members').select('id').where('role', 'is not', null).limit(1),
).has

/** The roles of members, whose rows are locked until the transaction ends, in the order of their ids. */
export async function lockRoles(transaction: Connection, ids: readonly MemberId[]) {
  const rows = await transaction
    .selectFrom('members')
    .select(['id', 'role', 'is_shared'])
    .where(isIn(transaction, 'id', ids))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .$if(isPostgres(transaction), (query) => query.forNoKeyUpdate())
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * The owners, whose rows are locked until the transaction ends. So the last two owners cannot leave at the same
 * instant.
 */
export async function lockOwners(transaction: Connection): Promise<MemberId[]> {
  const rows = await transaction
    .selectFrom('members')
    .select('id')
    .where('role', '=', 'owner')
    .orderBy('id')
    .$if(isPostgres(transaction), (query) => query.forNoKeyUpdate())
    .execute()
  return rows.map((row) => row.id)
}

export async function updateRole(transaction: Connection, member: MemberId, role: Role | null): Promise<void> {
  await transaction.updateTable('members').set({ role }).where('id', '=', member).execute()
}
