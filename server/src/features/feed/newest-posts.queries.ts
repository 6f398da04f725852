import { prepared } from '../../database/prepared.ts'
import type { PostId } from '../../database/schema.ts'
import { isPostListed } from '../visibility/visibility.ts'

/** The newest posts before an id, with their authors. */
export const listPostsBefore = prepared((db, { before, limit }: { before: number; limit: number }) =>
  db
    .selectFrom('posts')
    .select(['id', 'author_id'])
    .where('id', '<', before as PostId)
    .where(isPostListed)
    .orderBy('id', 'desc')
    .limit(limit),
).all
