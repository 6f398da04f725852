import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { isPostVisible } from '../visibility/visibility.ts'

/** Locks the post against deletion until the transaction ends. @returns its author; null if no such post is visible */
export async function lockPost(db: Connection, id: PostId): Promise<MemberId | null> {
  const row = await db
    .selectFrom('posts')
    .select('author_id')
    .where('id', '=', id)
    .where(isPostVisible)
    .$if(isPostgres(db), (query) => query.forKeyShare())
    .executeTakeFirst()
  return row?.author_id ?? null
}

/** Reads the post and locks it until the transaction ends, so that decisions based on it stay valid. */
export function findForEdit(db: Connection, id: PostId) {
  return db
    .selectFrom('posts')
    .select(['author_id', 'content', 'media_url', 'media_type', 'media_name', 'alt', 'who_may_comment', 'hidden_at'])
    .where('id', '=', id)
    .$if(isPostgres(db), (query) => query.forUpdate())
    .executeTakeFirst()
}
