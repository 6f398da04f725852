import { VERSIONS_MAX } from '@quack/contract/rules/limits'
import { type Insertable, sql } from 'kysely'
import type { Connection } from '../../../database/database.ts'
import { prepared } from '../../../database/prepared.ts'
import type { CommentId, PostId, Schema } from '../../../database/schema.ts'

export async function insertPostVersion(db: Connection, row: Insertable<Schema['post_versions']>): Promise<void> {
  await db.insertInto('post_versions').values(row).execute()
}

export async function insertVersionPictures(
  db: Connection,
  rows: Insertable<Schema['version_pictures']>[],
): Promise<void> {
  if (rows.length > 0) await db.insertInto('version_pictures').values(rows).execute()
}

export async function insertCommentVersion(db: Connection, row: Insertable<Schema['comment_versions']>): Promise<void> {
  await db.insertInto('comment_versions').values(row).execute()
}

/** Of too many versions, the first one stays, and the second goes. The present one has no row. */
export async function dropSecond(
  db: Connection,
  table: 'post_versions' | 'comment_versions',
  column: 'post_id' | 'comment_id',
  id: PostId | CommentId,
): Promise<void> {
  const own = sql`${sql.ref(column)} = ${id}`
  const sinceAt = (offset: number) =>
    sql`(select since from ${sql.table(table)} where ${own} order by since limit 1 offset ${offset})`
  await sql`
    delete from ${sql.table(table)} where ${own} and since = ${sinceAt(1)}
      and exists (select 1 from ${sql.table(table)} where ${own} order by since limit 1 offset ${VERSIONS_MAX - 1})`.execute(
    db,
  )
}

const wanted = prepared((db, { post, upTo, now }: { post: PostId; upTo: number; now: number }) =>
  db
    .insertInto('edit_notices')
    .values({ post_id: post, up_to: upTo, due_at: now })
    .onConflict((conflict) => conflict.column('post_id').doUpdateSet({ up_to: upTo, due_at: now, attempts: 0 })),
)

/** Who has commented on the post or reposted it until now is to be told. Those who were told before are left out. */
export const wantNotices = wanted.send
