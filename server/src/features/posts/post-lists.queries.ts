import type { Connection } from '../../database/database.ts'
import { isIn, isNotIn } from '../../database/in-list.ts'
import { cursorCodec, ID_CODEC, type PartRequest, takePart } from '../../database/paging.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { isPostForEveryone } from '../visibility/audience.ts'
import { isPostListed, isPostVisible } from '../visibility/visibility.ts'

export const POSTS_CURSOR = cursorCodec('posts', { id: ID_CODEC })

/** Posts for everyone. Those for followers are left out for their readers too. @param hidden leaves out these authors */
export function listIdsNewestFirst(db: Connection, page: PartRequest<{ id: number }>, hidden: Float64Array) {
  return db
    .selectFrom('posts')
    .select('posts.id')
    .where(isPostForEveryone)
    .where(isPostVisible)
    .$if(hidden.length > 0, (query) => query.where(isNotIn(db, 'author_id', hidden)))
    .$call((query) => takePart(query, 'posts.id', page))
    .execute()
}

/** @param reader whether hidden posts are left out, or listed for their author */
export function listIdsByAuthor(
  db: Connection,
  author: MemberId,
  page: PartRequest<{ id: number }>,
  reader: 'anyone' | 'author',
) {
  return db
    .selectFrom('posts')
    .select('id')
    .where('author_id', '=', author)
    .$if(reader === 'anyone', (query) => query.where(isPostListed))
    .$call((query) => takePart(query, 'id', page))
    .execute()
}

type Listed = { readonly ids: readonly PostId[] }

/** Of these posts, those with a picture or a video. */
export const listWithMedia = prepared((db, { ids }: Listed) =>
  db
    .selectFrom('posts')
    .select('id')
    .where(isIn(db, 'id', ids))
    .where('media_url', '<>', ''),
).all

/** Of these posts, those with a hashtag. */
export const listWithTag = prepared((db, { ids, key }: Listed & { readonly key: string }) =>
  db
    .selectFrom('post_tags')
    .innerJoin('tags', 'tags.id', 'post_tags.tag_id')
    .select('post_tags.post_id as id')
    .where(isIn(db, 'post_tags.post_id', ids))
    .where('tags.key', '=', key),
).all
