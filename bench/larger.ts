import { DatabaseSync } from 'node:sqlite'
import { openDatabase } from '../server/src/database/open/open.ts'
import { indexEarlier, requestIndexing } from '../server/src/features/search/search-index.ts'
import { namesOf, SIZES } from './dataset.ts'

/** Dataset L: so many communities, each of which is a dataset M. Their posts alternate, so each list has all of them. */
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

/** Makes an SQLite file of dataset L from one of dataset M, with its search index. Takes the better part of an hour. */
export async function makeLarger(from: string, to: string): Promise<void> {
  const schema = await openDatabase({ file: to }, console.error)
  await schema.close()
  copyRows(from, to)
  const db = await openDatabase({ file: to }, console.error)
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
  for (const { sql } of made) db.exec(String(sql))
  db.exec('analyze')
  db.close()
}

/** A value of a column in community k. */
function shifted(table: string, column: string): string {
  if (OF_MEMBER.has(column) || (table === 'members' && column === 'id')) return `t.${column} + k * ${MEMBERS_SHIFT}`
  if (OF_POST.has(column) || column === 'id') return `t.${column} + k * ${SHIFT}`
  const name = `'bench' || (cast(substr(t.username, 6) as integer) + k * ${SIZES.M.members})`
  if (column === 'username' || column === 'username_key') return name
  if (column === 'email') return `${name} || '@example.com'`
  if (column === 'public_id') return `t.public_id || iif(k, 'c' || k, '')`
  if (column === 'at' && (table === 'likes' || table === 'notification_events')) return `t.at + k * ${SHIFT}`
  return `t."${column}"`
}
