import type { Connection } from '../../database/database.ts'
import type { CommentId, PostId } from '../../database/schema.ts'

/** @returns false if it was so already */
export async function setHidden(db: Connection, id: CommentId, isHidden: 0 | 1): Promise<boolean> {
  const change = db.updateTable('comments').set({ is_hidden: isHidden }).where('id', '=', id)
  return (await change.where('is_hidden', '<>', isHidden).executeTakeFirst()).numUpdatedRows > 0n
}

/** For a post of which a comment is hidden or shown. Locks the post until the transaction ends. */
export async function raiseCommentsVersion(db: Connection, id: PostId): Promise<void> {
  await db
    .updateTable('posts')
    .set((eb) => ({ comments_version: eb('comments_version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
