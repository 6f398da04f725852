import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Connection } from './database.ts'
import { isPostgres } from './engine.ts'
import { idsParameter, isNotIn } from './in-list.ts'
import { prepared } from './prepared.ts'
import type { Schema } from './schema.ts'

/** A list inside an entity, such as the likes of a post. `owner`, `entry` and `order` are columns of the table. */
export interface NestedList {
  readonly table: keyof Schema
  readonly owner: string
  readonly entry: string
  /** Its values are unique within one list. */
  readonly order: string
  /** Restricts the list to rows with this value. */
  readonly only?: { readonly column: string; readonly value: number }
  /** Restricts the list for every viewer. The condition calls the table `list`. */
  readonly where?: RawBuilder<SqlBool>
  /** The member of an entry, whom a viewer may not see. */
  readonly member?: RawBuilder<unknown>
}

/**
 * The newest entries of each owner's list, newest first, in one query for all owners. Each list is read from the end of
 * its index, and returned as one JSON array. A page can contain tens of thousands of members, and returning a row for
 * each would take four times as long as reading them.
 * @param hidden leaves out the entries of these members, if the list has a `member`
 * @returns entry ids by owner id; owners with an empty list are absent
 */
export async function listNewest<Owner extends number, Entry extends number>(
  db: Connection,
  list: NestedList,
  owners: readonly Owner[],
  count: number,
  hidden: Float64Array,
): Promise<Map<Owner, Entry[]>> {
  if (count === 0 || owners.length === 0) return new Map()
  const rows = await statementOf(list).all(db, { owners, count, hidden })
  const lists = rows.map(({ owner: id, entries }): [Owner, Entry[]] => [
    id as Owner,
    (typeof entries === 'string' ? JSON.parse(entries) : entries) as Entry[],
  ])
  return new Map(lists.filter(([, entries]) => entries.length > 0))
}

type Values = { readonly owners: readonly number[]; readonly count: number; readonly hidden: Float64Array }
type Row = { readonly owner: number; readonly entries: string | readonly number[] }

/** Lists are declared once, so there is one statement per list. */
const statements = new WeakMap<NestedList, ReturnType<typeof prepare>>()

function statementOf(list: NestedList) {
  const known = statements.get(list)
  if (known) return known
  const made = prepare(list)
  statements.set(list, made)
  return made
}

function prepare({ table, owner, entry, order, only, where, member }: NestedList) {
  return prepared((db, { owners, count, hidden }: Values) => {
    const filter = only ? sql`and list.${sql.ref(only.column)} = ${sql.lit(only.value)}` : sql``
    const isShown = where ? sql`and ${where}` : sql``
    const isSeen = member ? sql`and ${isNotIn(db, member, hidden)}` : sql``
    const newest = sql`
      select list.${sql.ref(entry)} as entry from ${sql.table(table)} as list
      where list.${sql.ref(owner)} = owners.value ${filter} ${isShown} ${isSeen}
      order by list.${sql.ref(order)} desc limit ${count}`
    return isPostgres(db)
      ? sql<Row>`
          select value as owner, to_json(array(${newest})) as entries
          from unnest(${idsParameter(db, owners)}::bigint[]) as owners (value)`
      : sql<Row>`
          select value as owner, (select json_group_array(entry) from (${newest})) as entries
          from json_each(${idsParameter(db, owners)}) as owners`
  })
}
