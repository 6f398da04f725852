import { sql } from 'kysely'
import type { Database } from '../../src/database/database.ts'
import { findWrongCounts } from '../counts.ts'
import { ABSENT, type Ledger } from './ledger.ts'

/** The content of the database as keys and values of the ledger, and the ids of existing posts and comments. */
interface Found {
  readonly values: Map<string, string>
  readonly posts: Set<string>
  readonly comments: Set<string>
  readonly problems: string[]
}

/**
 * Finds values that were never written, acknowledged writes that are missing, and counts that differ from their rows.
 */
export async function findLosses(db: Database, ledger: Ledger): Promise<string[]> {
  const found = await readAll(db)
  const problems = [...found.problems, ...(await findWrongCounts(db.read)), ...(await findWrongFigures(db))]
  for (const key of ledger.keys) {
    const value = found.values.get(key) ?? ABSENT
    if (ledger.may(key, value) || hangsOnNothing(key, found)) continue
    problems.push(`${key} is "${value}", which nobody wrote, or something else was acknowledged after it`)
  }
  for (const [key, value] of found.values) if (!ledger.may(key, value)) problems.push(`${key} is "${value}", unasked`)
  if (db.engine === 'sqlite') {
    const { rows } = await sql<Record<string, unknown>>`pragma integrity_check`.execute(db.read)
    if (rows[0]?.integrity_check !== 'ok') problems.push(`integrity: ${JSON.stringify(rows)}`)
    const broken = await sql`pragma foreign_key_check`.execute(db.read)
    if (broken.rows.length > 0) problems.push(`foreign keys: ${JSON.stringify(broken.rows.slice(0, 5))}`)
  }
  return problems
}

/** Whether the key was deleted with its post or comment, which is not a loss. */
function hangsOnNothing(key: string, { posts, comments }: Found): boolean {
  const [kind, , target = ''] = key.split(' ')
  if (kind === 'reaction' || kind === 'bookmark' || kind === 'comment') return !posts.has(target)
  return kind === 'vote' && !comments.has(target)
}

async function readAll(db: Database): Promise<Found> {
  const values = new Map<string, string>()
  const problems: string[] = []
  const add = (key: string, value: string) => {
    if (values.has(key)) problems.push(`${key} is there twice: "${values.get(key)}" and "${value}"`)
    values.set(key, value)
  }
  const named = (text: string) => text.split(' as ', 1)[0] ?? ''
  const posts = await db.read.selectFrom('posts').select(['id', 'content']).execute()
  for (const { content } of posts) add(named(content), content)
  const comments = await db.read.selectFrom('comments').select(['id', 'post_id', 'text']).execute()
  for (const { text, post_id } of comments) add(`${named(text)} ${post_id}`, text)
  for (const [table, value] of [
    ['likes', 'like'],
    ['dislikes', 'dislike'],
  ] as const) {
    const rows = await db.read.selectFrom(table).select(['post_id', 'member_id']).execute()
    for (const row of rows) add(`reaction ${row.member_id} ${row.post_id}`, value)
  }
  for (const row of await db.read.selectFrom('bookmarks').select(['post_id', 'member_id']).execute()) {
    add(`bookmark ${row.member_id} ${row.post_id}`, 'bookmarked')
  }
  for (const row of await db.read.selectFrom('comment_votes').select(['comment_id', 'member_id', 'vote']).execute()) {
    add(`vote ${row.member_id} ${row.comment_id}`, row.vote === 1 ? 'up' : 'down')
  }
  for (const row of await db.read.selectFrom('follows').select(['follower_id', 'followed_id']).execute()) {
    add(`follow ${row.follower_id} ${row.followed_id}`, 'followed')
  }
  const ids = (rows: readonly { id: number }[]) => new Set(rows.map((row) => String(row.id)))
  return { values, problems, posts: ids(posts), comments: ids(comments) }
}

/** Compares counts with the events of their changes. A partial write would leave one without the other. */
async function findWrongFigures(db: Database): Promise<string[]> {
  const likes = await sql<{ id: number }>`
    select id from posts where like_count <>
      (select coalesce(sum(delta), 0) from like_events where post_id = posts.id)`.execute(db.read)
  const follows = await sql<{ follower_id: number; followed_id: number }>`
    select follower_id, followed_id from follow_events group by follower_id, followed_id
    having sum(delta) <> (select count(*) from follows where follows.follower_id = follow_events.follower_id
      and follows.followed_id = follow_events.followed_id)`.execute(db.read)
  const keys = await sql<{ key: string }>`select key from idempotency_keys where made_id = 0`.execute(db.read)
  return [
    ...likes.rows.map(({ id }) => `post ${id}: its like count is not the sum of what changed it`),
    ...follows.rows.map((row) => `${row.follower_id} follows ${row.followed_id}: not as what changed it says`),
    ...keys.rows.map(({ key }) => `the key ${key} has made nothing`),
  ]
}
