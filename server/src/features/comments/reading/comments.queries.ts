import { type Insertable, sql, type Updateable } from 'kysely'
import type { Connection } from '../../../database/database.ts'
import { isPostgres } from '../../../database/engine.ts'
import { isIn } from '../../../database/in-list.ts'
import type { NestedList } from '../../../database/nested-lists.ts'
import { cursorCodec, ID_CODEC, type KeyRange, type PageRequest } from '../../../database/paging.ts'
import { prepared } from '../../../database/prepared.ts'
import type { CommentId, MemberId, PostId, Schema } from '../../../database/schema.ts'
import { isNotUnderBlocker, isPostVisible, isVisible } from '../../visibility/visibility.ts'

export type CommentRow = Awaited<ReturnType<typeof listRows>>[number]
export type Vote = 1 | -1

const votes = {
  table: 'comment_votes',
  owner: 'comment_id',
  entry: 'member_id',
  order: 'at',
  member: sql`list.member_id`,
} as const
export const UPVOTED_BY: NestedList = { ...votes, only: { column: 'vote', value: 1 } }
export const DOWNVOTED_BY: NestedList = { ...votes, only: { column: 'vote', value: -1 } }

/** Comments with their authors' present names. */
const commentRows = (db: Connection) =>
  db
    .selectFrom('comments as list')
    .innerJoin('members', 'members.id', 'list.author_id')
    .select([
      'list.id',
      'list.post_id',
      'list.author_id',
      'list.text',
      'list.upvote_count',
      'list.downvote_count',
      'list.is_hidden',
      'list.updated_at',
      'list.edited_at',
      'list.answers_id',
      'members.username',
      'members.first_name',
      'members.last_name',
      'members.avatar_url',
    ])
    .where(isVisible)

const rowsOf = prepared((db, { ids }: { ids: readonly CommentId[] }) => commentRows(db).where(isIn(db, 'list.id', ids)))

export async function listRows(db: Connection, ids: readonly CommentId[]) {
  return ids.length === 0 ? [] : rowsOf.all(db, { ids })
}

/** The `count` newest comments on all these posts together, newest first. */
export const listNewestRows = prepared((db, { posts, count }: { posts: readonly PostId[]; count: number }) =>
  commentRows(db)
    .where(isIn(db, 'list.post_id', posts))
    .where(isNotUnderBlocker)
    .orderBy('list.id', 'desc')
    .limit(sql<number>`${count}`),
).all

/** The posts that comments are on, without comments that nobody sees: their post's author has blocked their author. */
export const listPostsOf = prepared((db, { ids }: { ids: readonly CommentId[] }) =>
  db
    .selectFrom('comments as list')
    .select(['list.id', 'list.post_id'])
    .where(isIn(db, 'list.id', ids))
    .where(isNotUnderBlocker),
).all

/**
 * The comments that these answer, as far as everybody sees them. To apps, one that the post's author has hidden is its
 * writer's alone.
 */
export const listAnswered = prepared((db, { ids }: { ids: readonly CommentId[] }) =>
  db
    .selectFrom('comments as answering')
    .innerJoin('comments as list', (join) =>
      join.onRef('list.id', '=', 'answering.answers_id').onRef('list.post_id', '=', 'answering.post_id'),
    )
    .innerJoin('members', 'members.id', 'list.author_id')
    .select(['answering.id', 'list.id as answered', 'list.author_id', 'list.is_hidden', 'members.username'])
    .where(isIn(db, 'answering.id', ids))
    .where(isNotUnderBlocker)
    .where(isVisible),
).all

/** What the size of comments is estimated from, without their texts. */
export async function listWeights(db: Connection, ids: readonly CommentId[]) {
  const rows = await db
    .selectFrom('comments')
    .select(['id', 'upvote_count', 'downvote_count', sql<number>`length(text)`.as('length')])
    .where(isIn(db, 'comments.id', ids))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

const votesOf = prepared((db, { viewer, ids }: { viewer: MemberId; ids: readonly CommentId[] }) =>
  db
    .selectFrom('comment_votes')
    .select(['comment_id', 'vote'])
    .where('member_id', '=', viewer)
    .where(isIn(db, 'comment_id', ids)),
)

export async function listViewerVotes(db: Connection, viewer: MemberId, ids: readonly CommentId[]) {
  if (ids.length === 0) return new Map<CommentId, Vote>()
  return new Map((await votesOf.all(db, { viewer, ids })).map((row) => [row.comment_id, row.vote]))
}

export const COMMENTS_CURSOR = cursorCodec('comments', { id: ID_CODEC })

export function listIdsNewestFirst(db: Connection, postId: PostId, { limit, after }: PageRequest<{ id: number }>) {
  return db
    .selectFrom('comments as list')
    .select('list.id')
    .where('list.post_id', '=', postId)
    .where(isNotUnderBlocker)
    .$if(after !== null, (query) => query.where('list.id', '<', (after?.id ?? 0) as CommentId))
    .orderBy('list.id', 'desc')
    .limit(limit)
    .execute()
}

const underBlocker = prepared((db, { postId, after, until }: { postId: PostId; after: number; until: number }) =>
  db
    .selectFrom('comments as list')
    .innerJoin('posts', 'posts.id', 'list.post_id')
    .innerJoin('blocks', (join) =>
      join.onRef('blocks.blocker_id', '=', 'posts.author_id').onRef('blocks.blocked_id', '=', 'list.author_id'),
    )
    .select(sql<number>`count(*)`.as('count'))
    .where('list.post_id', '=', postId)
    .where('list.id', '<', after as CommentId)
    .where('list.id', '>=', until as CommentId),
)

/** How many comments in the range nobody sees, because the post's author has blocked their authors. */
export async function countUnderBlocker(db: Connection, postId: PostId, { after, until }: KeyRange<{ id: number }>) {
  const ends = { after: after?.id ?? Number.MAX_SAFE_INTEGER, until: until?.id ?? 0 }
  return Number((await underBlocker.first(db, { postId, ...ends }))?.count ?? 0)
}

const addComments = prepared((db, { id, by }: { id: PostId; by: 1 | -1 }) =>
  db
    .updateTable('posts')
    .set((eb) => ({ comment_count: eb('comment_count', '+', by) }))
    .where('id', '=', id)
    .where(isPostVisible)
    .returning(['id', 'author_id', 'who_may_comment', 'comment_count']),
)

/**
 * Updates the post's comment count, which locks the post until the transaction ends.
 * @returns its author, who may comment, and how many comments there are now; null if there is no such post
 */
export async function countComments(db: Connection, postId: PostId, by: 1 | -1) {
  return (await addComments.first(db, { id: postId, by })) ?? null
}

type NewComment = Omit<Insertable<Schema['comments']>, `${string}_count` | 'edited_at'>

export const insertComment = prepared((db, row: NewComment) =>
  db.insertInto('comments').values({
    id: row.id,
    post_id: row.post_id,
    author_id: row.author_id,
    text: row.text,
    updated_at: row.updated_at,
    answers_id: row.answers_id,
    top_id: row.top_id,
  }),
).send

/** A comment of a post that is to be answered. It cannot be deleted until the transaction ends. */
export function findToAnswer(db: Connection, postId: PostId, id: CommentId) {
  return db
    .selectFrom('comments')
    .innerJoin('members', 'members.id', 'comments.author_id')
    .select(['comments.id', 'comments.author_id as author', 'comments.top_id'])
    .where('comments.id', '=', id)
    .where('comments.post_id', '=', postId)
    .where(isVisible)
    .$if(isPostgres(db), (query) => query.forKeyShare('comments'))
    .executeTakeFirst()
}

/** A comment of this post with both authors who may have rights on it, locked until the transaction ends. */
export function findForChange(db: Connection, postId: PostId, id: CommentId) {
  return db
    .selectFrom('comments')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .select(['comments.author_id as author', 'posts.author_id as postAuthor', 'comments.text', 'comments.edited_at'])
    .where('comments.id', '=', id)
    .where('comments.post_id', '=', postId)
    .where(isPostVisible)
    .$if(isPostgres(db), (query) => query.forUpdate('comments'))
    .executeTakeFirst()
}

type CommentColumns = Pick<Updateable<Schema['comments']>, 'text' | 'updated_at' | 'edited_at'>

export async function updateComment(db: Connection, id: CommentId, columns: CommentColumns): Promise<void> {
  await db.updateTable('comments').set(columns).where('id', '=', id).execute()
}

/** A member's present vote; null for none. The comment must be locked (findForChange). */
export async function findVote(db: Connection, id: CommentId, member: MemberId): Promise<Vote | null> {
  const row = await db
    .selectFrom('comment_votes')
    .select('vote')
    .where('comment_id', '=', id)
    .where('member_id', '=', member)
    .executeTakeFirst()
  return row?.vote ?? null
}

export async function putVote(db: Connection, row: Insertable<Schema['comment_votes']>): Promise<void> {
  await db
    .insertInto('comment_votes')
    .values(row)
    .onConflict((conflict) => conflict.columns(['comment_id', 'member_id']).doUpdateSet({ vote: row.vote, at: row.at }))
    .execute()
}

export async function deleteVote(db: Connection, id: CommentId, member: MemberId): Promise<void> {
  await db.deleteFrom('comment_votes').where('comment_id', '=', id).where('member_id', '=', member).execute()
}

export async function countVotes(db: Connection, id: CommentId, up: number, down: number): Promise<void> {
  await db
    .updateTable('comments')
    .set({ upvote_count: sql`upvote_count + ${sql.lit(up)}`, downvote_count: sql`downvote_count + ${sql.lit(down)}` })
    .where('id', '=', id)
    .execute()
}

/** Subtracts from each post's comment_count the number of times that it is in the list. */
export async function lowerCommentCounts(db: Connection, posts: readonly PostId[]): Promise<void> {
  const byCount = Map.groupBy([...Map.groupBy(posts, (id) => id)], ([, named]) => named.length)
  for (const [count, group] of byCount) {
    const ids = group.map(([id]) => id)
    await sql`update posts set comment_count = comment_count - ${count} where ${isIn(db, 'id', ids)}`.execute(db)
  }
}

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
