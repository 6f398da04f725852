import { type Expression, sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { idsParameter, isIn } from '../../database/in-list.ts'
import { prepared } from '../../database/prepared.ts'
import { ALL_ALTS, ALL_MEDIA } from '../posts/further-pictures.queries.ts'
import { BUCKET_SIZE, type IndexedMember, type IndexedPost } from './post-tokens.ts'

/** An arbitrary number, used by no other advisory lock. */
const LOCK = 6_074_211_873
/** Until the end of the transaction. */
const WITHOUT_WAITING = sql`set_config('synchronous_commit', 'off', true)`

/**
 * Locks the index until the end of the transaction: two transactions that read the same posts could write their entries
 * in another order. SQLite has one transaction at a time. On PostgreSQL, the commit does not wait for the disk: what a
 * crash of the database loses is done again, for the transaction also notes what it has done.
 * @returns false if another node has it
 */
export async function lockIndex(transaction: Connection, mayWait: boolean): Promise<boolean> {
  if (!isPostgres(transaction)) return true
  if (mayWait) {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)}), ${WITHOUT_WAITING}`.execute(transaction)
    return true
  }
  const { rows } = await sql<{ has: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(LOCK)}) as has, ${WITHOUT_WAITING}`.execute(transaction)
  return rows[0]?.has === true
}

const oldestChanges = prepared((db, { limit }: { limit: number }) =>
  db.selectFrom('search_changes').select(['id', 'kind', 'of']).orderBy('at').orderBy('id').limit(limit),
)

/** What is to be indexed, the oldest first. */
export const listChanges = (db: Connection, limit: number) => oldestChanges.all(db, { limit })

export const hasChanges = async (db: Connection): Promise<boolean> => (await listChanges(db, 1)).length > 0

const waitingChanges = prepared(
  (_db, { most }: { most: number }) => sql<{ count: number; oldest: number | null }>`
    select
      (select count(*) from (select 1 from search_changes limit ${most}) as counted) as count,
      (select at from search_changes order by at limit 1) as oldest`,
)

/** How many changes wait, counted up to a limit, and since when, in milliseconds since 1970. */
export async function countWaiting(db: Connection, most: number): Promise<{ count: number; oldest: number | null }> {
  const { count = 0, oldest = null } = (await waitingChanges.first(db, { most })) ?? {}
  return { count, oldest }
}

const indexedChanges = prepared((db, { ids }: { ids: readonly number[] }) =>
  db.deleteFrom('search_changes').where(isIn(db, 'id', ids)),
)

export async function deleteChanges(transaction: Connection, ids: readonly number[]): Promise<void> {
  await indexedChanges.run(transaction, { ids })
}

const POST_COLUMNS = sql`posts.id, posts.author_id, posts.content, ${ALL_ALTS} as alt, ${ALL_MEDIA} as media_type`

const inBuckets = prepared((db, { buckets }: { buckets: readonly number[] }) => {
  const rows = isPostgres(db)
    ? sql`unnest(${idsParameter(db, buckets)}::bigint[]) as bucket(value)`
    : sql`json_each(${idsParameter(db, buckets)}) as bucket`
  // SQLite joins in the written order; PostgreSQL reads the posts of one bucket after the other.
  const [size, join, lateral] = [
    sql.lit(BUCKET_SIZE),
    sql.raw(isPostgres(db) ? 'cross join lateral (select * from posts' : 'cross join posts'),
    sql.raw(isPostgres(db) ? 'offset 0) as posts' : ''),
  ]
  return sql<IndexedPost>`
    select ${POST_COLUMNS} from ${rows} ${join}
    where posts.id >= bucket.value * ${size} and posts.id < (bucket.value + 1) * ${size} ${lateral}`
})

export const readBuckets = (db: Connection, buckets: readonly number[]): Promise<IndexedPost[]> =>
  inBuckets.all(db, { buckets })

interface Range {
  readonly from: number
  readonly below: number
}

const inRange = prepared((db, { from, below }: Range) =>
  db
    .selectFrom('posts')
    .select(['id', 'author_id', 'content', ALL_ALTS.as('alt'), ALL_MEDIA.as('media_type')])
    .where('id', '>=', from as IndexedPost['id'])
    .where('id', '<', below as IndexedPost['id']),
)

/** All posts with ids of a range. */
export const readRange = (db: Connection, range: Range): Promise<IndexedPost[]> => inRange.all(db, range)

interface Before {
  readonly below: number
  readonly skipped: number
}

const earlierPost = prepared((db, { below, skipped }: Before) =>
  db
    .selectFrom('posts')
    .select('id')
    .where('id', '<', below as IndexedPost['id'])
    .orderBy('id', 'desc')
    .limit(1)
    .offset(skipped),
)
const earlierMember = prepared((db, { below, skipped }: Before) =>
  db
    .selectFrom('members')
    .select('id')
    .where('id', '<', below as IndexedMember['id'])
    .orderBy('id', 'desc')
    .limit(1)
    .offset(skipped),
)

/** The id that has `skipped` others between it and `below`; null if there are not as many. */
export async function findEarlier(db: Connection, table: 'posts' | 'members', before: Before): Promise<number | null> {
  const row = await (table === 'posts' ? earlierPost : earlierMember).first(db, before)
  return row?.id ?? null
}

/** Two statements in one: SQLite would read all posts for `min` and `max` together. */
const idRange = prepared(
  (_db, _values: object) => sql<{ oldest: number | null; newest: number | null }>`
    select (select min(id) from posts) as oldest, (select max(id) from posts) as newest`,
)

/** The ids of the oldest and the newest post. */
export async function findRange(db: Connection): Promise<{ oldest: number; newest: number }> {
  const { oldest, newest } = (await idRange.first(db, {})) ?? {}
  return { oldest: Number(oldest ?? 0), newest: Number(newest ?? 0) }
}

const membersById = prepared((db, { ids }: { ids: readonly number[] }) =>
  db
    .selectFrom('members')
    .select(['id', 'username', 'first_name', 'last_name'])
    .where('deleted_at', 'is', null)
    .where(isIn(db, 'id', ids)),
)
const membersInRange = prepared((db, { from, below }: Range) =>
  db
    .selectFrom('members')
    .select(['id', 'username', 'first_name', 'last_name'])
    .where('deleted_at', 'is', null)
    .where('id', '>=', from as IndexedMember['id'])
    .where('id', '<', below as IndexedMember['id']),
)

/** Those of these members who have not left. */
export const readMembers = (db: Connection, ids: readonly number[]): Promise<IndexedMember[]> =>
  membersById.all(db, { ids })

export const readMembersIn = (db: Connection, range: Range): Promise<IndexedMember[]> => membersInRange.all(db, range)

/** The tables of the index. */
export type Index = 'search_posts' | 'search_people'

const keyOf = (db: Connection, index: Index) =>
  sql.ref(isPostgres(db) ? (index === 'search_posts' ? 'bucket' : 'member_id') : 'rowid')

/** Numbers are bound to SQLite as doubles, which FTS5 does not look up. */
const integer = (value: number): Expression<number> => sql`cast(${value} as bigint)`

const perIndex = <T>(make: (index: Index) => T): Readonly<Record<Index, T>> => ({
  search_posts: make('search_posts'),
  search_people: make('search_people'),
})

interface Entries {
  readonly keys: readonly number[]
  readonly tokens: readonly string[]
  /** Pairs of key and tokens, as JSON. */
  readonly pairs: string
}

const writers = perIndex((index) =>
  prepared((db, { keys, tokens, pairs }: Entries) =>
    isPostgres(db)
      ? sql`
        insert into ${sql.table(index)} (${keyOf(db, index)}, tokens)
        select entry.key, array_to_tsvector(string_to_array(entry.tokens, ' '))
        from unnest(${idsParameter(db, keys)}::bigint[], ${idsParameter(db, tokens)}::text[]) as entry(key, tokens)
        on conflict (${keyOf(db, index)}) do update set tokens = excluded.tokens`
      : sql`
        insert or replace into ${sql.table(index)} (rowid, tokens)
        select cast(value ->> 0 as integer), value ->> 1 from json_each(${pairs})`,
  ),
)

/** Adds or replaces entries: tokens by key. */
export async function writeEntries(transaction: Connection, index: Index, entries: ReadonlyMap<number, string>) {
  if (entries.size === 0) return
  const values = isPostgres(transaction)
    ? { keys: [...entries.keys()], tokens: [...entries.values()].map(cut), pairs: '' }
    : { keys: [], tokens: [], pairs: JSON.stringify([...entries]) }
  await writers[index].send(transaction, values)
}

/** The maximum size of a `tsvector` is 1 MiB. Only dozens of the longest posts, all within 16 ms, are longer. */
const TOKENS_MAX_BYTES = 1_000_000

function cut(tokens: string): string {
  if (tokens.length * 3 < TOKENS_MAX_BYTES) return tokens
  let bytes = 0
  const fits = (token: string) => {
    bytes += Buffer.byteLength(token)
    return bytes <= TOKENS_MAX_BYTES
  }
  return [...new Set(tokens.split(' '))].filter(fits).join(' ')
}

const removers = perIndex((index) =>
  prepared((db, { keys }: { keys: readonly number[] }) =>
    isPostgres(db)
      ? sql`delete from ${sql.table(index)} where ${keyOf(db, index)} = any(${idsParameter(db, keys)}::bigint[])`
      : sql`
        delete from ${sql.table(index)}
        where rowid in (select cast(value as integer) from json_each(${idsParameter(db, keys)}))`,
  ),
)

export async function deleteEntries(transaction: Connection, index: Index, keys: readonly number[]): Promise<void> {
  if (keys.length > 0) await removers[index].send(transaction, { keys })
}

const rangeRemovers = perIndex((index) =>
  prepared(
    (db, { from, below }: Range) => sql`
      delete from ${sql.table(index)}
      where ${keyOf(db, index)} >= ${integer(from)} and ${keyOf(db, index)} < ${integer(below)}`,
  ),
)

/** @param range of keys */
export async function deleteEntriesIn(transaction: Connection, index: Index, range: Range): Promise<void> {
  await rangeRemovers[index].send(transaction, range)
}
