import type { Connection } from '../../database/database.ts'
import { isNotIn } from '../../database/in-list.ts'
import { cursorCodec, ID_CODEC, type PageRequest } from '../../database/paging.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { isPostForEveryone } from '../visibility/audience.ts'
import { isPostListed, isPostVisible } from '../visibility/visibility.ts'

export const POSTS_CURSOR = cursorCodec('posts', { id: ID_CODEC })

/** Posts for everyone. Those for followers are left out for their readers too. @param hidden leaves out these authors */
export function listIdsNewestFirst(
  db: Connection,
  { limit, after }: PageRequest<{ id: number }>,
  hidden: Float64Array,
) {
  return db
    .selectFrom('posts')
    .select('posts.id')
    .where(isPostForEveryone)
    .where(isPostVisible)
    .$if(hidden.length > 0, (query) => query.where(isNotIn(db, 'author_id', hidden)))
    .$if(after !== null, (query) => query.where('posts.id', '<', (after?.id ?? 0) as PostId))
    .orderBy('posts.id', 'desc')
    .limit(limit)
    .execute()
}

/** @param reader whether hidden posts are left out, or listed for their author */
export function listIdsByAuthor(
  db: Connection,
  author: MemberId,
  { limit, after }: PageRequest<{ id: number }>,
  reader: 'anyone' | 'author',
) {
  return db
    .selectFrom('posts')
    .select('id')
    .where('author_id', '=', author)
    .$if(reader === 'anyone', (query) => query.where(isPostListed))
    .$if(after !== null, (query) => query.where('id', '<', (after?.id ?? 0) as PostId))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
