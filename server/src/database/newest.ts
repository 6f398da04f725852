import { sql } from 'kysely'
import type { Connection } from './database.ts'
import { isIn } from './is-in.ts'
import type { Schema } from './schema.ts'

/** A list inside an entity: whose it is, what it names, and the column that orders it (unique within one list). */
export interface NestedList {
  readonly table: keyof Schema
  readonly parent: keyof Schema
  readonly owner: string
  readonly entry: string
  readonly order: string
  readonly only?: { readonly column: string; readonly value: number }
}

/**
 * The newest entries of each owner's list, newest first, in one query whatever the number of owners. Each list is
 * read by index from its end: the entry just past the wanted ones is the floor that the rest must be above.
 * @returns entry ids by owner id; owners with an empty list are absent
 */
export async function listNewest<Owner extends number, Entry extends number>(
  db: Connection,
  list: NestedList,
  owners: readonly Owner[],
  count: number,
): Promise<Map<Owner, Entry[]>> {
  const found = new Map<Owner, Entry[]>()
  if (count === 0 || owners.length === 0) return found
  const { table, parent, owner, entry, order, only } = list
  const isListed = (alias: string) =>
    only ? sql`and ${sql.ref(`${alias}.${only.column}`)} = ${sql.lit(only.value)}` : sql``
  const { rows } = await sql<{ owner: Owner; entry: Entry }>`
    select l.${sql.ref(owner)} as owner, l.${sql.ref(entry)} as entry
    from (
      select p.id, coalesce((
        select past.${sql.ref(order)} from ${sql.table(table)} as past
        where past.${sql.ref(owner)} = p.id ${isListed('past')}
        order by past.${sql.ref(order)} desc limit 1 offset ${count}
      ), -1) as floor
      from ${sql.table(parent)} as p where ${isIn(db, 'p.id', owners)}
    ) as owners
    join ${sql.table(table)} as l
      on l.${sql.ref(owner)} = owners.id and l.${sql.ref(order)} > owners.floor ${isListed('l')}
    order by l.${sql.ref(order)} desc`.execute(db)
  for (const row of rows) {
    const entries = found.get(row.owner)
    if (entries) entries.push(row.entry)
    else found.set(row.owner, [row.entry])
  }
  return found
}
