import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'

/** Several lists of ids, each a part of one index (by `list`, then `id`), that are read as one list. */
export interface Lists {
  /** A select of one column, `list`: the lists. */
  readonly lists: RawBuilder<unknown>
  readonly table: string
  /**
   * The column of the table that says to which list a row belongs, or an expression on the table, by its name there.
   */
  readonly list: string | ((table: string) => RawBuilder<unknown>)
  readonly id: string
  /** A condition on rows of the table. */
  readonly isListed: RawBuilder<unknown>
}

export interface Part {
  readonly limit: number
  readonly after: { readonly at: number } | null
  /** The part ends before this id. */
  readonly until?: number | undefined
}

/** SQL for each direction. `start` and `end` are beyond the possible ids. */
const DIRECTIONS = {
  latest: {
    past: sql`<`,
    before: sql`>`,
    upTo: sql`>=`,
    nearest: sql`max`,
    order: sql`desc`,
    start: Number.MAX_SAFE_INTEGER,
    end: 0,
  },
  oldest: {
    past: sql`>`,
    before: sql`<`,
    upTo: sql`<=`,
    nearest: sql`min`,
    order: sql`asc`,
    start: 0,
    end: Number.MAX_SAFE_INTEGER,
  },
} as const

/** The first ids of a part of all lists together, in their order, each once. */
export async function listMerged<Id extends number>(
  db: Connection,
  of: Lists,
  sort: keyof typeof DIRECTIONS,
  part: Part,
): Promise<readonly Id[]> {
  const query = isPostgres(db) ? onPostgres<Id>(of, sort, part) : onSqlite<Id>(of, sort, part)
  return (await query.execute(db)).rows.map(({ id }) => id)
}

const listOf = ({ list }: Pick<Lists, 'list'>, table: string): RawBuilder<unknown> =>
  typeof list === 'string' ? sql.ref(`${table}.${list}`) : list(table)

/**
 * The recursive query is a queue that gives the id that comes first, and then takes in the next one of that list. It is
 * not run further than the limit. So each id of the part is one search of an index, however long the lists are.
 */
function onSqlite<Id>({ lists, ...of }: Lists, sort: keyof typeof DIRECTIONS, { limit, after, until }: Part) {
  const { past, before, nearest, order, start } = DIRECTIONS[sort]
  const [table, id] = [sql.table(of.table), sql.ref(of.id)]
  const isBefore = until === undefined ? sql`` : sql`and walk.id ${before} ${until}`
  return sql<{ id: Id }>`
    with recursive walk (list, id) as (
      select list, (
        select ${nearest}(${id}) from ${table} as first_ones where ${listOf(of, 'first_ones')} = lists.list and ${id} ${past} ${after?.at ?? start})
      from (${lists}) as lists
      union all
      select walk.list, (
        select ${nearest}(${id}) from ${table} as next_ones where ${listOf(of, 'next_ones')} = walk.list and ${id} ${past} walk.id)
      from walk where walk.id is not null ${isBefore} order by 2 ${order}
    )
    select distinct walk.id from walk
    cross join ${table} on ${listOf(of, of.table)} = walk.list and ${table}.${id} = walk.id
    where ${of.isListed} ${isBefore} limit ${limit}`
}

/**
 * As for followed authors (feed-by-id.queries.ts): `firsts` has the first id of each list. The part does not go beyond
 * the first `limit` of these (`bound`), which spares those with many lists most of the reading.
 */
function onPostgres<Id>({ lists, ...of }: Lists, sort: keyof typeof DIRECTIONS, { limit, after, until }: Part) {
  const { past, before, upTo, order, end } = DIRECTIONS[sort]
  const [table, list, id] = [sql.table(of.table), listOf(of, of.table), sql.ref(`${of.table}.${of.id}`)]
  const isPast = after ? sql`and ${id} ${past} ${after.at}` : sql``
  const isBefore = until === undefined ? sql`` : sql`and ${id} ${before} ${until}`
  const isOnPart = sql`${of.isListed} ${isPast} ${isBefore}`
  const next = (count: number) => sql`order by ${id} ${order} limit ${count}`
  return sql<{ id: Id }>`
    with firsts as materialized (
      select lists.list, (select ${id} from ${table} where ${list} = lists.list and ${isOnPart} ${next(1)}) as id
      from (${lists}) as lists
    ),
    bound as (
      select coalesce((
        select id from (select distinct id from firsts where id is not null) as distinct_firsts
        order by id ${order} limit 1 offset ${limit - 1}
      ), ${end}) as id
    )
    select distinct found.id from firsts cross join lateral (
      select ${id} as id from ${table}
      where ${list} = firsts.list and ${isOnPart} and ${id} ${upTo} (select id from bound) ${next(limit)}
    ) as found
    where firsts.id ${upTo} (select id from bound)
    order by id ${order} limit ${limit}`
}
