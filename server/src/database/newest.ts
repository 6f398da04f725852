import { sql } from 'kysely'
import type { Connection } from './database.ts'
import { isPostgres } from './is-in.ts'
import type { Schema } from './schema.ts'

/** A list inside an entity: whose it is, what it names, and the column that orders it (unique within one list). */
export interface NestedList {
  readonly table: keyof Schema
  readonly owner: string
  readonly entry: string
  readonly order: string
  readonly only?: { readonly column: string; readonly value: number }
}

/**
 * The newest entries of each owner's list, newest first, in one query whatever the number of owners. Each list is
 * read by index from its end, and comes as one JSON array: a page can name tens of thousands of members, and a row
 * for each would cost four times as much as reading them.
 * @returns entry ids by owner id; owners with an empty list are absent
 */
export async function listNewest<Owner extends number, Entry extends number>(
  db: Connection,
  list: NestedList,
  owners: readonly Owner[],
  count: number,
): Promise<Map<Owner, Entry[]>> {
  if (count === 0 || owners.length === 0) return new Map()
  const { table, owner, entry, order, only } = list
  const isListed = only ? sql`and l.${sql.ref(only.column)} = ${sql.lit(only.value)}` : sql``
  const newest = sql`
    select l.${sql.ref(entry)} as entry from ${sql.table(table)} as l
    where l.${sql.ref(owner)} = owners.value ${isListed}
    order by l.${sql.ref(order)} desc limit ${count}`

  const { rows } = await (isPostgres(db)
    ? sql<{ owner: Owner; entries: Entry[] }>`
        select value as owner, to_json(array(${newest})) as entries
        from unnest(${[...owners]}::bigint[]) as owners (value)`
    : sql<{ owner: Owner; entries: string }>`
        select value as owner, (select json_group_array(entry) from (${newest})) as entries
        from json_each(${JSON.stringify(owners)}) as owners`
  ).execute(db)

  const lists = rows.map(({ owner: id, entries }): [Owner, Entry[]] => [
    id,
    typeof entries === 'string' ? (JSON.parse(entries) as Entry[]) : entries,
  ])
  return new Map(lists.filter(([, entries]) => entries.length > 0))
}
