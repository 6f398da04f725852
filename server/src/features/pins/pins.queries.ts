import type { Connection } from '../../database/database.ts'
import { isIn } from '../../database/in-list.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId, PostId } from '../../database/schema.ts'

interface Pin {
  readonly member: MemberId
  readonly post: PostId
}

/** Replaces the member's earlier pin. @returns false if this post is pinned already */
export const putPin = prepared((db, { member, post }: Pin) =>
  db
    .insertInto('pinned_posts')
    .values({ member_id: member, post_id: post })
    .onConflict((conflict) =>
      conflict.column('member_id').doUpdateSet({ post_id: post }).where('pinned_posts.post_id', '<>', post),
    ),
).changes

/** @returns false if this post was not pinned */
export const deletePin = prepared((db, { member, post }: Pin) =>
  db.deleteFrom('pinned_posts').where('member_id', '=', member).where('post_id', '=', post),
).changes

/** Unpins posts, whoever has pinned them. */
export async function deletePins(db: Connection, posts: readonly PostId[]): Promise<void> {
  await db
    .deleteFrom('pinned_posts')
    .where(isIn(db, 'post_id', posts))
    .execute()
}
