import type { ErrorCode } from '@quack/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import { type Audience, isForFollowers } from './audience.ts'
import { lockFollow, lockSeen, lockVisibility } from './visibility.queries.ts'

/**
 * The rules for what is visible: deletion, what a moderator has hidden, blocks and audience. What lists leave out
 * besides, such as muted members and words, is a rule of the list.
 *
 * - For everyone: `isVisible`, a condition of the queries that show members or what they wrote.
 * - Posts that a moderator has hidden: `isPostVisible`, or `isPostListed` where an index alone is read. Their authors see
 *   them at their address and among their own posts. Writes learn it where they lock the post.
 * - For one viewer: `Hidden` (reading/hidden.ts). Each request has it (reading/viewer.ts), and reads get it with their
 *   `Hydration`. Cached posts do not depend on the viewer. So it is applied where answers are assembled: lists of ids
 *   leave hidden members out before the limit, and the caches are not used for an entity that names one.
 * - For followers (audience.ts): `isForEveryone` and `isReadableBy` in queries of lists, before the limit;
 *   `findReadable` where posts and members are read by their ids. A cached post says for whose followers it is
 *   (`followersOf`, posts.hydrate.ts).
 * - For writes: `requireVisible`, `requireVisibleMember` and `requireVisibleComment`, in the transaction of the write.
 */

/** Deleted accounts are hidden while their rows are being removed. What suspended members wrote stays visible. */
export const isVisible = sql<SqlBool>`members.deleted_at is null`

/** The members who do not exist for a viewer, deleted ones included: a set for `not in`. */
export const unseenBy = (viewer: RawBuilder<unknown>) => sql`(
  select blocked_id from blocks where blocker_id = ${viewer}
  union all select blocker_id from blocks where blocked_id = ${viewer}
  union all select id from members where deleted_at is not null)`

/**
 * Leaves comments by members whom the post's author has blocked out of what readers of the post see, for everybody. A
 * condition on the comments' table, which the query calls `list`.
 */
export const isNotUnderBlocker = sql<SqlBool>`not exists (
  select 1 from posts as commented join blocks on blocks.blocker_id = commented.author_id
  where commented.id = list.post_id and blocks.blocked_id = list.author_id)`

/** The members of a comment that a write refers to. */
export interface CommentMembers {
  readonly author: MemberId
  readonly postAuthor: MemberId
}

/**
 * For a write that refers to a post of `author`. A block and a change of the author's audience wait until this
 * transaction has ended, and if the post is for followers, so does the end of the viewer's follow.
 * @returns who sees the author's posts; null for the viewer's own
 * @throws refusal, which is that for an unknown id, if the author has left, if either has blocked the other, or if the
 * post is for followers and the viewer is none
 */
export async function requireVisible(
  transaction: Connection,
  viewer: MemberId,
  author: MemberId,
  refusal: ErrorCode,
): Promise<Audience | null> {
  if (author === viewer) return null
  const seen = await lockSeen(transaction, viewer, author)
  if (!seen) throw new AppError(refusal)
  if (isForFollowers(seen)) await requireFollow(transaction, viewer, author, refusal)
  return seen
}

/** For a write that refers to a member. @throws refusal if there is none, or if either has blocked the other */
export async function requireVisibleMember(
  transaction: Connection,
  viewer: MemberId,
  member: MemberId,
  refusal: ErrorCode,
): Promise<void> {
  if (member !== viewer && !(await lockSeen(transaction, viewer, member))) throw new AppError(refusal)
}

/** For a write that refers to a comment. @throws postUnknown, commentUnknown */
export async function requireVisibleComment(
  transaction: Connection,
  viewer: MemberId,
  { author, postAuthor }: CommentMembers,
): Promise<void> {
  if (author === viewer && postAuthor === viewer) return
  const { blocks, forFollowers } = await lockVisibility(transaction, [viewer, author, postAuthor])
  const isBetween = (a: MemberId, b: MemberId) =>
    blocks.some(({ blocker_id, blocked_id }) => [a, b].includes(blocker_id) && [a, b].includes(blocked_id))
  if (viewer !== postAuthor) {
    if (isBetween(viewer, postAuthor)) throw new AppError('postUnknown')
    if (forFollowers.includes(postAuthor)) await requireFollow(transaction, viewer, postAuthor, 'postUnknown')
  }
  const isUnderBlocker = blocks.some((block) => block.blocker_id === postAuthor && block.blocked_id === author)
  if (isUnderBlocker || (viewer !== author && isBetween(viewer, author))) throw new AppError('commentUnknown')
}

async function requireFollow(transaction: Connection, viewer: MemberId, author: MemberId, refusal: ErrorCode) {
  if (!(await lockFollow(transaction, { follower: viewer, followed: author }))) throw new AppError(refusal)
}

/**
 * Which posts, with their comments and reactions, are visible: those that no moderator has hidden. The author of a
 * hidden post sees it at its own address and among the own posts.
 */
export const isPostVisible = sql<SqlBool>`posts.hidden_at is null`

/** The same for lists that read only an index of posts. Hidden posts are few, and in an index of their own. */
export const isPostListed = sql<SqlBool>`posts.id not in (select id from posts where hidden_at is not null)`
