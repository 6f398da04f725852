import type { Insertable, Selectable } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { isNotIn } from '../../database/in-list.ts'
import { cursorCodec, ID_CODEC, type PartRequest, takePart } from '../../database/paging.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId, PostId, Schema } from '../../database/schema.ts'
import { LIKED_BY } from '../posts/posts.queries.ts'
import { isReadableBy } from '../visibility/audience.ts'
import { isPostVisible } from '../visibility/visibility.ts'

type Post = { readonly id: PostId }
type List = 'likes' | 'dislikes'
type Reaction = { readonly post: PostId; readonly member: MemberId }

const addLike = prepared((db, { id }: Post) =>
  db
    .updateTable('posts')
    .set((eb) => ({ like_count: eb('like_count', '+', 1), liked_by_count: eb('liked_by_count', '+', 1) }))
    .where('id', '=', id)
    .where(isPostVisible)
    .returning(['author_id as author', 'disliked_by_count as dislikes']),
)

/**
 * Adds a like to the count, which locks the post until the transaction ends. So reactions to one post are serialised.
 * @returns its author, and how many dislike it; null if there is no such post
 */
export async function countLike(db: Connection, id: PostId) {
  return (await addLike.first(db, { id })) ?? null
}

const lockedPost = prepared((db, { id }: Post) =>
  db
    .selectFrom('posts')
    .select(['author_id as author', 'like_count as likeCount', 'liked_by_count as likes'])
    .where('id', '=', id)
    .where(isPostVisible)
    .$if(isPostgres(db), (query) => query.forNoKeyUpdate()),
)

/** Locks a post as countLike does. @returns its author and its likes; null if there is no such post */
export async function lockForDislike(db: Connection, id: PostId) {
  return (await lockedPost.first(db, { id })) ?? null
}

const insertReactions = forBoth((list) =>
  prepared((db, { post, member, at }: Reaction & { at: number }) =>
    db
      .insertInto(list)
      .values({ post_id: post, member_id: member, at })
      .onConflict((conflict) => conflict.columns(['post_id', 'member_id']).doNothing()),
  ),
)

const deleteReactions = forBoth((list) =>
  prepared((db, { post, member }: Reaction) =>
    db.deleteFrom(list).where('post_id', '=', post).where('member_id', '=', member),
  ),
)

/**
 * Moves the member from one list to the other. Both statements are sent before the answer of one arrives: PostgreSQL's
 * time for a like is mostly that of such exchanges.
 * @param count how many are in the first list, which is not searched if nobody is
 * @returns whether the member was in each list; if in the second one, the caller must roll back
 */
export async function moveReaction(
  db: Connection,
  { from, count, to }: { from: List; count: number; to: List },
  post: PostId,
  member: MemberId,
  at: number,
): Promise<{ wasFrom: boolean; wasTo: boolean }> {
  const [added, removed] = await Promise.all([
    insertReactions[to].run(db, { post, member, at }),
    count === 0 ? 0 : deleteReactions[from].run(db, { post, member }),
  ])
  return { wasFrom: removed > 0, wasTo: added === 0 }
}

const subtractDislike = prepared((db, { id }: Post) =>
  db
    .updateTable('posts')
    .set((eb) => ({ disliked_by_count: eb('disliked_by_count', '-', 1) }))
    .where('id', '=', id),
)

/** After a member has left the list of dislikes. */
export async function lowerDislikes(db: Connection, id: PostId): Promise<void> {
  await subtractDislike.send(db, { id })
}

type Lowered = { readonly likeCount: 0 | 1; readonly likedBy: 0 | 1 }

const addDislike = prepared((db, { id, likeCount, likedBy }: Post & Lowered) =>
  db
    .updateTable('posts')
    .set((eb) => ({
      like_count: eb('like_count', '-', likeCount),
      liked_by_count: eb('liked_by_count', '-', likedBy),
      disliked_by_count: eb('disliked_by_count', '+', 1),
    }))
    .where('id', '=', id),
)

/** Adds to the number of those who dislike the post. @param by what is subtracted from its likes */
export async function countDislike(db: Connection, id: PostId, by: Lowered): Promise<void> {
  await addDislike.send(db, { id, ...by })
}

function forBoth<T>(make: (list: List) => T): Record<List, T> {
  return { likes: make('likes'), dislikes: make('dislikes') }
}

const insertLikeEvent = prepared((db, row: Selectable<Schema['like_events']>) =>
  db.insertInto('like_events').values({ at: row.at, post_id: row.post_id, delta: row.delta }),
)

/** Inserts the event of a like_count change. */
export async function recordLikeEvent(db: Connection, at: number, post: PostId, delta: 1 | -1): Promise<void> {
  await insertLikeEvent.send(db, { at, post_id: post, delta })
}

export async function recordLikeEvents(db: Connection, rows: readonly Insertable<Schema['like_events']>[]) {
  if (rows.length > 0) await db.insertInto('like_events').values(rows).execute()
}

export const LIKES = { list: LIKED_BY, codec: cursorCodec('likes', { at: ID_CODEC }) }

/**
 * What a member likes and may still read, the newest posts first: no index has the times of one member's likes.
 * @param hidden leaves out posts of these members
 */
export function listLikedIds(
  db: Connection,
  member: MemberId,
  page: PartRequest<{ id: number }>,
  hidden: Float64Array,
) {
  return db
    .selectFrom('likes')
    .innerJoin('posts', 'posts.id', 'likes.post_id')
    .innerJoin('members', 'members.id', 'posts.author_id')
    .select('likes.post_id as id')
    .where('likes.member_id', '=', member)
    .where(isPostVisible)
    .where(isReadableBy(member))
    .$if(hidden.length > 0, (query) => query.where(isNotIn(db, 'posts.author_id', hidden)))
    .$call((query) => takePart(query, 'likes.post_id', page))
    .execute()
}
