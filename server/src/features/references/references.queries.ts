import { sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { prepared } from '../../database/prepared.ts'
import type { CommentId, PostId, TagId } from '../../database/schema.ts'

/** An arbitrary number, used by no other advisory lock. */
const LOCK = 6_074_211_874

/**
 * One node at a time, until the end of the transaction. SQLite has one writer at a time.
 * @returns false if another node has it
 */
export async function lockReferences(transaction: Connection): Promise<boolean> {
  if (!isPostgres(transaction)) return true
  // What a crash of the database loses is done again, for the transaction also notes what it has done.
  const { rows } = await sql<{ has: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(LOCK)}) as has, set_config('synchronous_commit', 'off', true)`.execute(
    transaction,
  )
  return rows[0]?.has === true
}

/** The rows after an id, in the order of their ids, not locked. */
interface After {
  readonly after: number
  readonly limit: number
}

export const listTags = prepared((db, { after, limit }: After) =>
  db
    .selectFrom('tags')
    .select(['id', 'key as text'])
    .where('id', '>', after as TagId)
    .orderBy('id')
    .limit(limit),
).all

export const listPosts = prepared((db, { after, limit }: After) =>
  db
    .selectFrom('posts')
    .select(['id', 'content as text'])
    .where('id', '>', after as PostId)
    .orderBy('id')
    .limit(limit),
).all

export const listComments = prepared((db, { after, limit }: After) =>
  db
    .selectFrom('comments')
    .select(['id', 'text'])
    .where('id', '>', after as CommentId)
    .orderBy('id')
    .limit(limit),
).all

/** Reads a comment and locks it until the transaction ends. */
export const findComment = prepared((db, { id }: { id: CommentId }) =>
  db
    .selectFrom('comments')
    .select(['author_id as author', 'text'])
    .where('id', '=', id)
    .$if(isPostgres(db), (query) => query.forUpdate()),
).first

const copied = prepared(
  (_db, { from, key }: { from: TagId; key: string }) => sql`
    insert into tag_follows (member_id, tag_id, at)
    select member_id, (select id from tags where key = ${key}), at from tag_follows where tag_id = ${from}
    on conflict do nothing`,
)
const ended = prepared((db, { from }: { from: TagId }) => db.deleteFrom('tag_follows').where('tag_id', '=', from))

/** Who follows a tag follows the tag with this key instead. */
export async function moveFollows(transaction: Connection, from: TagId, key: string): Promise<void> {
  await copied.send(transaction, { from, key })
  await ended.run(transaction, { from })
}
