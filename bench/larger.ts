import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { type DatabaseLocation, openDatabase } from '../server/src/database/open/open.ts'
import { indexEarlier, requestIndexing } from '../server/src/features/search/search-index.ts'
import { namesOf, SIZES } from './dataset.ts'

/**
 * Dataset L: so many communities, each of which is a dataset M. Their posts alternate, so lists of everybody's posts have
 * all. Members follow, like and comment within their own.
 */
const COMMUNITIES = 10
/** How much later the ids of a community are than those of the one before. Posts of M are 25 s apart. */
const LATER_MS = 2_500
/** Ids of one millisecond, and of one node of it, as in server/src/database/ids.ts. */
const SHIFT = LATER_MS * 4_096 + 64
const MEMBERS_SHIFT = SIZES.M.members * 64

/** What a table's rows belong to decides in which order they are inserted: in that of the primary key. */
const TABLES = {
  'one community after the other': [
    ...['members', 'follows', 'notification_groups', 'notification_events', 'comments', 'comment_votes', 'bookmarks'],
    'tag_follows',
  ],
  'row by row': ['posts', 'post_tags'],
  'post by post': ['likes'],
} as const

const OF_MEMBER = new Set(['author_id', 'member_id', 'follower_id', 'followed_id', 'recipient_id', 'actor_id'])
const OF_POST = new Set(['post_id', 'comment_id', 'group_id', 'source_id', 'target_id'])

/** The ids and usernames of L by their number. */
export function namesOfLarger() {
  const { memberId, username, postId } = namesOf(SIZES.M)
  return { memberId, username, postId: (index: number) => postId(Math.floor(index / COMMUNITIES)) + later(index) }
}

const later = (index: number) => (index % COMMUNITIES) * SHIFT

/** Makes an SQLite file of dataset L from one of dataset M, with its search index. Takes a quarter of an hour. */
export async function makeLarger(from: string, to: string): Promise<void> {
  const schema = await openDatabase({ file: to }, console.error)
  await schema.close()
  copyRows(from, to)
  await index({ file: to })
}

/** The same in a PostgreSQL server, whose database `from` has dataset M. What is in `to` is lost. */
export async function makeLargerPostgres(from: string, to: string): Promise<void> {
  const [server, name] = [new URL(to), new URL(to).pathname.slice(1)]
  server.pathname = '/postgres'
  await withClient(server.href, async (run) => {
    await run(`drop database if exists ${name}`)
    await run(`create database ${name} template ${new URL(from).pathname.slice(1)}`)
  })
  await withClient(to, copyPostgresRows)
  await index({ url: to })
  await withClient(to, async (run) => void (await run('vacuum analyze')))
}

async function index(place: DatabaseLocation): Promise<void> {
  const db = await openDatabase(place, console.error)
  await requestIndexing(db)
  while ((await indexEarlier(db, null, 1_000)).isMore);
  await db.close()
}

function copyRows(from: string, to: string): void {
  const db = new DatabaseSync(to)
  // A log would have all of it once more.
  db.exec('pragma journal_mode = delete; pragma synchronous = off')
  db.exec('pragma foreign_keys = off; pragma cache_size = -500000')
  db.prepare('attach ? as m').run(from)
  const later = db.prepare(
    "select type, name, sql from sqlite_master where type in ('index', 'trigger') and sql is not null",
  )
  const [made, columns] = [later.all(), db.prepare('select name from pragma_table_info(?)')]
  for (const { type, name } of made) db.exec(`drop ${type} "${name}"`)
  db.exec('insert into tags select * from m.tags')
  db.exec('create temp table communities (k integer primary key)')
  for (let k = 0; k < COMMUNITIES; k++) db.exec(`insert into communities values (${k})`)
  for (const [order, tables] of Object.entries(TABLES)) {
    for (const table of tables) {
      const values = columns.all(table).map(({ name }) => shifted(table, String(name)))
      const source = {
        'one community after the other': `communities cross join m.${table} as t`,
        'row by row': `m.${table} as t cross join communities`,
        'post by post': `m.posts as p cross join communities cross join m.${table} as t on t.post_id = p.id`,
      }[order]
      const { changes } = db.prepare(`insert into ${table} select ${values.join(', ')} from ${source}`).run()
      console.log(`${table}: ${changes} rows`)
    }
  }
  // Without `analyze`, as a server's own database: with the figures of an empty index, FTS5's merges read all of it.
  for (const { sql } of made) db.exec(String(sql))
  db.close()
}

type Run = (statement: string) => Promise<pg.QueryResult>

async function withClient(url: string, work: (run: Run) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await work((statement) => client.query(statement)).finally(() => client.end())
}

/** The rows of M are copied into a schema of their own, in the order in which they are read afterwards. */
async function copyPostgresRows(run: Run): Promise<void> {
  // No triggers and foreign keys. A sequential scan begins at the first row.
  await run('set session_replication_role = replica; set synchronous_commit = off; set synchronize_seqscans = off')
  await run("set jit = off; set max_parallel_workers_per_gather = 0; set work_mem = '512MB'")
  await run("set maintenance_work_mem = '2GB'; create schema m")
  const tables = Object.values(TABLES).flat()
  const names = tables.map((table) => `'${table}'`).join(', ')
  const columns = Map.groupBy(
    (
      await run(`select table_name, column_name from information_schema.columns where table_schema = 'public'
      and table_name in (${names}) and is_generated = 'NEVER' order by ordinal_position`)
    ).rows,
    ({ table_name }) => String(table_name),
  )
  const keys = new Map(
    (
      await run(`select conrelid::regclass::text as name, substr(pg_get_constraintdef(oid), 13) as columns
      from pg_constraint where contype = 'p'`)
    ).rows.map(({ name, columns }) => [name, columns.slice(1, -1)]),
  )
  const indexes = (
    await run(`select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid::regclass::text in (${names})
    and not exists (select from pg_constraint where conindid = indexrelid)`)
  ).rows
  for (const table of tables) await run(`create table m.${table} as select * from ${table} order by ${keys.get(table)}`)
  await run('create index on m.likes (post_id); analyze m.likes; analyze m.posts')
  await run(`truncate ${tables.join(', ')} cascade`)
  for (const { name } of indexes) await run(`drop index ${name}`)

  const each = `generate_series(0, ${COMMUNITIES - 1})`
  for (const [order, ordered] of Object.entries(TABLES)) {
    for (const table of ordered) {
      const named = (columns.get(table) ?? []).map(({ column_name }) => String(column_name))
      const values = named.map((column) => shifted(table, column)).join(', ')
      const [into, by] = [`insert into ${table} (${named.join(', ')}) select ${values}`, keys.get(table)]
      const statements = {
        'one community after the other': Array.from({ length: COMMUNITIES }, (_, k) => {
          return `${into} from (select *, ${k} as k from m.${table} order by ${by}) as t`
        }),
        'row by row': [`${into} from (select *, ${each} as k from m.${table}) as t`],
        'post by post': [
          `${into} from (select id, ${each} as k from m.posts) as p
            cross join lateral (select * from m.${table} as l where l.post_id = p.id offset 0) as t`,
        ],
      }[order]
      for (const statement of statements ?? []) console.log(`${table}: ${(await run(statement)).rowCount} rows`)
    }
  }
  for (const { definition } of indexes) await run(definition)
  await run('drop schema m cascade')
}

/** A value of a column in community k. */
function shifted(table: string, column: string): string {
  if (OF_MEMBER.has(column) || (table === 'members' && column === 'id')) return `t.${column} + k * ${MEMBERS_SHIFT}`
  if (OF_POST.has(column) || column === 'id') return `t.${column} + k * ${SHIFT}`
  const name = `'bench' || (cast(substr(t.username, 6) as integer) + k * ${SIZES.M.members})`
  if (column === 'username' || column === 'username_key') return name
  if (column === 'email') return `${name} || '@example.com'`
  if (column === 'public_id') return `t.public_id || case k when 0 then '' else 'c' || k end`
  if (column === 'at' && (table === 'likes' || table === 'notification_events')) return `t.at + k * ${SHIFT}`
  return `t."${column}"`
}
