import type { ErrorCode } from '@quack/contract'
import { type SqlBool, sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import { AppError } from '../../http/errors.ts'
import { listBlocksAmong, lockAgainstBlocks } from './visibility.queries.ts'

/**
 * The rules for what is visible. There are no others.
 *
 * - For everyone: `isVisible`, a condition of every query that shows members or what they wrote.
 * - For one viewer: `Hidden` (http/hidden.ts). It is loaded with each request (http/viewer.ts), and reads get it with
 *   their `Hydration`. Cached data do not depend on the viewer. So it is applied where answers are assembled: lists of
 *   ids leave hidden members out before the limit, and the caches are not used for an entity that names one.
 * - For writes: `requireVisible` and `requireVisibleComment`, in the transaction of the write.
 */

/** Deleted accounts are hidden while their rows are being removed. What suspended members wrote stays visible. */
export const isVisible = sql<SqlBool>`members.deleted_at is null`

/**
 * Members whose posts, with all that is under them, and follow lists everyone sees. Those of others are for followers:
 * a private member accepts them, one whom a moderator has limited does not. A condition on the table `members`.
 */
export const isForEveryone = sql<SqlBool>`(members.is_private = 0 and members.limited_at is null)`

/** As isForEveryone, for one viewer: the members whose posts this viewer sees. Blocks are a rule of their own. */
export const isReadableBy = (viewer: MemberId | null) =>
  viewer === null
    ? isForEveryone
    : sql<SqlBool>`(${isForEveryone} or members.id = ${viewer} or exists (
        select 1 from follows as reading where reading.follower_id = ${viewer} and reading.followed_id = members.id))`

/**
 * Comments by members whom the post's author has blocked are shown to nobody. A condition on the comments' table, which
 * the query calls `list`.
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
 * For a write that refers to what `author` wrote, or to the author. A block waits until this transaction has ended.
 * @throws refusal, which is that for an unknown id, if either has blocked the other
 */
export async function requireVisible(
  transaction: Connection,
  viewer: MemberId,
  author: MemberId,
  refusal: ErrorCode,
): Promise<void> {
  if (author === viewer) return
  await lockAgainstBlocks(transaction, viewer)
  if ((await listBlocksAmong(transaction, [viewer, author])).length > 0) throw new AppError(refusal)
}

/** For a write that refers to a comment. @throws postUnknown, commentUnknown */
export async function requireVisibleComment(
  transaction: Connection,
  viewer: MemberId,
  { author, postAuthor }: CommentMembers,
): Promise<void> {
  if (author === viewer && postAuthor === viewer) return
  await lockAgainstBlocks(transaction, viewer)
  const blocks = await listBlocksAmong(transaction, [viewer, author, postAuthor])
  const isBetween = (a: MemberId, b: MemberId) =>
    blocks.some(({ blocker_id, blocked_id }) => [a, b].includes(blocker_id) && [a, b].includes(blocked_id))
  if (viewer !== postAuthor && isBetween(viewer, postAuthor)) throw new AppError('postUnknown')
  const isUnderBlocker = blocks.some((block) => block.blocker_id === postAuthor && block.blocked_id === author)
  if (isUnderBlocker || (viewer !== author && isBetween(viewer, author))) throw new AppError('commentUnknown')
}

/**
 * Which posts, with their comments and reactions, are visible: those that no moderator has hidden. The author of a hidden
 * post sees it at its own address.
 */
export const isPostVisible = sql<SqlBool>`posts.hidden_at is null`

/** The ids of posts that are hidden: few, from an index of their own. For lists that read no rows of posts. */
export const HIDDEN_POSTS = sql`select id from posts where hidden_at is not null`
