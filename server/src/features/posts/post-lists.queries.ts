import { type SqlBool, sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isIn, isNotIn } from '../../database/in-list.ts'
import { cursorCodec, ID_CODEC, type PartRequest, takePart } from '../../database/paging.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { isForEveryone, isPostForEveryone } from '../visibility/audience.ts'
import { isPostListed, isPostVisible, isVisible } from '../visibility/visibility.ts'

export const POSTS_CURSOR = cursorCodec('posts', { id: ID_CODEC })

/**
 * Posts for everyone. Those for followers are left out for their readers too.
 * @param hidden leaves out these authors
 */
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
  page: PartRequest<{ id: number } | { at: number }>,
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

/** Of a member's posts and reposts, by their ids. */
export const PLACES_CURSOR = cursorCodec('posts', { at: ID_CODEC })

/** A condition on `posts` and the `members` who wrote them: reposts bring them into lists. */
export const isRepostable = sql<SqlBool>`(
  ${isPostVisible} and ${isVisible} and ${isForEveryone} and posts.who_may_repost = 'everyone')`

/** What a member has reposted. @param hidden leaves out posts by these members */
export function listRepostedBy(
  db: Connection,
  member: MemberId,
  page: PartRequest<{ at: number }>,
  hidden: Float64Array,
) {
  return db
    .selectFrom('reposts')
    .innerJoin('posts', 'posts.id', 'reposts.post_id')
    .innerJoin('members', 'members.id', 'posts.author_id')
    .select(['posts.id', 'reposts.id as at'])
    .where('reposts.member_id', '=', member)
    .where(isRepostable)
    .$if(hidden.length > 0, (query) => query.where(isNotIn(db, 'posts.author_id', hidden)))
    .$call((query) => takePart(query, 'reposts.id', page))
    .execute()
}

/** The reposts of these posts by a member, with the member. */
export const listRepostsOf = prepared((db, { member, ids }: Listed & { readonly member: MemberId }) =>
  db
    .selectFrom('reposts')
    .innerJoin('members', 'members.id', 'reposts.member_id')
    .select(['reposts.post_id', 'reposts.id', 'members.username', 'members.first_name', 'members.last_name'])
    .select('members.avatar_url')
    .where('reposts.member_id', '=', member)
    .where(isIn(db, 'reposts.post_id', ids))
    .where(isVisible),
).all

/** Reposts by their ids, with who has made them; those that bring their posts into lists. */
export const listRepostsWith = prepared((db, { ids }: { readonly ids: readonly number[] }) =>
  db
    .selectFrom('reposts')
    .innerJoin('posts', 'posts.id', 'reposts.post_id')
    .innerJoin('members', 'members.id', 'posts.author_id')
    .innerJoin('members as reposter', 'reposter.id', 'reposts.member_id')
    .select(['reposts.id as at', 'posts.id as post', 'reposter.id', 'reposter.is_private', 'reposter.limited_at'])
    .select(['reposter.username', 'reposter.first_name', 'reposter.last_name', 'reposter.avatar_url'])
    .where(isIn(db, 'reposts.id', ids))
    .where(isRepostable)
    .where('reposter.deleted_at', 'is', null),
).all

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
