import type { Connection } from '../../database/database.ts'
import { isNotIn } from '../../database/in-list.ts'
import { cursorCodec, ID_CODEC, type PartRequest, takePart } from '../../database/paging.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { isReadableBy } from '../visibility/audience.ts'
import { isPostVisible } from '../visibility/visibility.ts'

export const BOOKMARKS_CURSOR = cursorCodec('bookmarks', { at: ID_CODEC })

/** Those that the member may still read. @param hidden leaves out posts of these members */
export function listBookmarkedIds(
  db: Connection,
  member: MemberId,
  page: PartRequest<{ at: number }>,
  hidden: Float64Array,
) {
  return db
    .selectFrom('bookmarks')
    .innerJoin('posts', 'posts.id', 'bookmarks.post_id')
    .innerJoin('members', 'members.id', 'posts.author_id')
    .select(['bookmarks.post_id as id', 'bookmarks.at'])
    .where('bookmarks.member_id', '=', member)
    .where(isPostVisible)
    .where(isReadableBy(member))
    .$if(hidden.length > 0, (query) => query.where(isNotIn(db, 'posts.author_id', hidden)))
    .$call((query) => takePart(query, 'bookmarks.at', page))
    .execute()
}

/** @returns false if it is bookmarked already */
export async function insertBookmark(db: Connection, member: MemberId, post: PostId, at: number): Promise<boolean> {
  const result = await db
    .insertInto('bookmarks')
    .values({ member_id: member, post_id: post, at })
    .onConflict((conflict) => conflict.columns(['member_id', 'post_id']).doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** @returns false if it was not bookmarked */
export async function deleteBookmark(db: Connection, member: MemberId, post: PostId): Promise<boolean> {
  const result = await db
    .deleteFrom('bookmarks')
    .where('member_id', '=', member)
    .where('post_id', '=', post)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}
