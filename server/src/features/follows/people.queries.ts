import { sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isIn, isNotIn } from '../../database/in-list.ts'
import type { NestedList } from '../../database/nested-lists.ts'
import { DOWNWARD, type KeyRange, type PartRequest, UPWARD } from '../../database/paging.ts'
import type { MemberId } from '../../database/schema.ts'

/** A part of a list of members, newest first. @param hidden leaves out these members */
export async function listPeople(
  db: Connection,
  { table, owner, entry, order: key, only }: NestedList,
  ownerId: number,
  { limit, after, until, isUpward }: PartRequest<{ at: number }>,
  hidden: Float64Array,
): Promise<readonly { readonly id: MemberId; readonly at: number }[]> {
  const { past, before, order } = isUpward ? UPWARD : DOWNWARD
  // With the name of the table: an order by `id` alone would be that of the members.
  const at = sql.ref(`list.${key}`)
  const isPast = after ? sql`and ${at} ${past} ${after.at}` : sql``
  const isBefore = until === undefined ? sql`` : sql`and ${at} ${before} ${until}`
  const isListed = only ? sql`and ${sql.ref(only.column)} = ${sql.lit(only.value)}` : sql``
  const isSeen = hidden.length > 0 ? sql`and ${isNotIn(db, entry, hidden)}` : sql``
  const { rows } = await sql<{ id: MemberId; at: number }>`
    select ${sql.ref(entry)} as id, ${at} as at from ${sql.table(table)} as list
    where ${sql.ref(owner)} = ${ownerId} ${isListed} ${isPast} ${isBefore} ${isSeen}
    order by ${at} ${order} limit ${limit}`.execute(db)
  return rows
}

/** How many entries in the range are those of hidden members. */
export async function countHidden(
  db: Connection,
  { table, owner, entry, order }: NestedList,
  ownerId: number,
  { after, until }: KeyRange<{ at: number }>,
  hidden: Float64Array,
): Promise<number> {
  const at = sql.ref(order)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)}
    where ${sql.ref(owner)} = ${ownerId} and ${isIn(db, entry, hidden)}
      and ${at} < ${after?.at ?? Number.MAX_SAFE_INTEGER} and ${at} >= ${until?.at ?? 0}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}
