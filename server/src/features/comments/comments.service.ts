import { isBlank } from '@quack/contract/rules/text'
import type { Selectable } from 'kysely'
import type { Connection, Database } from '../../database/database.ts'
import { parseId } from '../../database/ids.ts'
import type { CommentId, MemberId, PostId, Schema } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import type { Viewer } from '../../reading/viewer.ts'
import { doesFollow } from '../follows/follows.queries.ts'
import { createOnce, type IdempotencyKey } from '../idempotency/idempotency.ts'
import { COMMENT_MENTIONS, POST_MENTIONS } from '../mentions/mentions.queries.ts'
import { findMentioned, replaceMentions } from '../mentions/mentions.ts'
import { notifyComment, notifyMentions, notifyUpvote } from '../notifications/causes/notify.ts'
import { getExistingPostId } from '../posts/post-ids.ts'
import { keepCommentVersion } from '../versions/records/keep-version.ts'
import { requireVisible, requireVisibleComment } from '../visibility/visibility.ts'
import { deleteComments, lockPostsOf } from './places.queries.ts'
import { findPlaced, type Placed } from './reading/branches.queries.ts'
import * as queries from './reading/comments.queries.ts'
import { lowerCommentCounts, raiseCommentsVersion, setHidden, type Vote } from './reading/comments.queries.ts'

/** @throws commentUnknown if the text cannot be a comment's id */
export function parseCommentId(text: string): CommentId {
  const id = parseId<CommentId>(text)
  if (id === null) throw new AppError('commentUnknown')
  return id
}

/** Where a comment or its place stands, if the viewer sees the post. @throws commentUnknown */
export async function getPlaced(
  db: Connection,
  id: CommentId,
  context: Parameters<typeof getExistingPostId>[2],
): Promise<Placed> {
  const placed = await findPlaced(db, { id })
  if (!placed) throw new AppError('commentUnknown')
  await getExistingPostId(db, String(placed.post_id), context).catch((error: unknown) => {
    throw error instanceof AppError ? new AppError('commentUnknown') : error
  })
  return placed
}

/**
 * @returns the new comment, or the one created earlier with this idempotency key
 * @param answers the comment on the same post that it answers
 * @throws commentEmpty, postUnknown, commentUnknown, commentsClosed, idempotencyKeyReused
 */
export async function addComment(
  db: Database,
  viewer: Viewer,
  postId: PostId,
  text: string,
  key: IdempotencyKey | null,
  answers: CommentId | null = null,
): Promise<CommentId> {
  requireText(text)
  return db.write((transaction) => {
    return createOnce(transaction, viewer.id, key, async () => {
      const post = await queries.countComments(transaction, postId, 1)
      if (!post) throw new AppError('postUnknown')
      await requireVisible(transaction, viewer.id, post.author_id, 'postUnknown')
      if (!(await mayComment(transaction, viewer, post))) throw new AppError('commentsClosed')
      const answered = answers === null ? null : await getToAnswer(transaction, viewer, post, answers)
      const id = db.ids.next<CommentId>()
      const place = { answers_id: answered?.id ?? null, top_id: answered && (answered.top_id ?? answered.id) }
      const row = { id, post_id: postId, author_id: viewer.id, text, updated_at: Date.now(), ...place }
      await queries.insertComment(transaction, row)
      const mentioned = await findMentioned(transaction, viewer.id, text)
      if (mentioned.length > 0) await COMMENT_MENTIONS.insert(transaction, id, mentioned)
      const written = { post: postId, author: post.author_id, actor: viewer.id, comment: id }
      await notifyComment(db, transaction, { ...written, mentioned, answered, isFirst: post.comment_count === 1 })
      return id
    })
  })
}

export interface CommentChange {
  readonly text?: string
}

/**
 * Without a text, the present one stays.
 * @param basedOn what the comment had when the edit was begun
 * @throws commentEmpty, postUnknown, commentUnknown, commentEditForbidden; editConflict if it has changed since
 */
export async function editComment(
  db: Database,
  viewer: Viewer,
  postId: PostId,
  id: CommentId,
  { text }: CommentChange,
  basedOn?: { readonly text: string },
): Promise<void> {
  if (text !== undefined) requireText(text)
  await db.write(async (transaction) => {
    const comment = await getForChange(transaction, viewer, postId, id)
    if (!mayEditComment(viewer.id, comment)) throw new AppError('commentEditForbidden')
    if (basedOn) {
      if ((text ?? comment.text) === comment.text) return
      if (basedOn.text !== comment.text) throw new AppError('editConflict')
    }
    const texts = { before: comment.text, after: text ?? comment.text }
    const edited = await keepCommentVersion(db, transaction, { id, edited_at: comment.edited_at }, texts)
    const columns = { updated_at: Date.now(), ...edited, ...(text !== undefined && { text }) }
    await queries.updateComment(transaction, id, columns)
    if (text !== undefined) {
      const added = await replaceMentions(transaction, COMMENT_MENTIONS, { id, author: viewer.id, ...texts })
      await notifyMentions(db, transaction, added, { post: postId, actor: viewer.id, comment: id })
    }
  })
}

/** @throws postUnknown, commentUnknown, commentDeleteForbidden */
export async function deleteComment(db: Database, viewer: Viewer, postId: PostId, id: CommentId) {
  await db.write(async (transaction) => {
    // Writes that lock both lock the post before the comment.
    const post = await queries.countComments(transaction, postId, -1)
    if (!post) throw new AppError('postUnknown')
    const comment = await getForChange(transaction, viewer, postId, id)
    if (!mayDeleteComment(viewer.id, comment)) throw new AppError('commentDeleteForbidden')
    await deleteComments(transaction, [id])
  })
}

/** @throws postUnknown, commentUnknown, commentHideForbidden, commentAlreadyHidden, commentNotHidden */
export async function setCommentHidden(
  db: Database,
  viewer: Viewer,
  postId: PostId,
  id: CommentId,
  isHidden: 0 | 1,
): Promise<void> {
  await db.write(async (transaction) => {
    // First, because writes that lock both lock the post before the comment.
    await raiseCommentsVersion(transaction, postId)
    const comment = await getForChange(transaction, viewer, postId, id)
    if (!mayHideComment(viewer.id, comment)) throw new AppError('commentHideForbidden')
    const isNew = await setHidden(transaction, id, isHidden)
    if (!isNew) throw new AppError(isHidden === 1 ? 'commentAlreadyHidden' : 'commentNotHidden')
  })
}

/**
 * Votes up (1) or down (-1).
 * @returns why nothing has changed; null if something has; @throws postUnknown, commentUnknown
 */
export function voteOnComment(db: Database, viewer: Viewer, postId: PostId, id: CommentId, vote: Vote) {
  const unchanged = vote === 1 ? 'commentAlreadyUpvoted' : 'commentAlreadyDownvoted'
  return changeVote(db, viewer, { postId, id }, vote, unchanged)
}

/** @returns why nothing has changed; null if something has; @throws postUnknown, commentUnknown */
export function removeVote(db: Database, viewer: Viewer, postId: PostId, id: CommentId) {
  return changeVote(db, viewer, { postId, id }, null, 'commentNotVoted')
}

function changeVote<Unchanged extends string>(
  db: Database,
  viewer: Viewer,
  { postId, id }: { postId: PostId; id: CommentId },
  vote: Vote | null,
  unchanged: Unchanged,
): Promise<Unchanged | null> {
  return db.write(async (transaction) => {
    const { author } = await getForChange(transaction, viewer, postId, id)
    const present = await queries.findVote(transaction, id, viewer.id)
    if (present === vote) return unchanged
    if (vote === null) await queries.deleteVote(transaction, id, viewer.id)
    else await queries.putVote(transaction, { comment_id: id, member_id: viewer.id, vote, at: db.ids.next() })
    const stepOf = (kind: Vote) => Number(vote === kind) - Number(present === kind)
    await queries.countVotes(transaction, id, stepOf(1), stepOf(-1))
    if (vote === 1) await notifyUpvote(db, transaction, { post: postId, author, actor: viewer.id, comment: id })
    return null
  })
}

/** By a decision of a moderator. */
export async function removeComments(transaction: Connection, ids: readonly CommentId[]): Promise<void> {
  await lockPostsOf(transaction, ids)
  const posts = await deleteComments(transaction, ids)
  await lowerCommentCounts(transaction, posts)
}

type CommentedPost = Pick<Selectable<Schema['posts']>, 'id' | 'author_id' | 'who_may_comment'>

async function mayComment(transaction: Connection, viewer: Viewer, post: CommentedPost): Promise<boolean> {
  if (post.who_may_comment === 'everyone' || post.author_id === viewer.id) return true
  if (post.who_may_comment === 'followed')
    return doesFollow(transaction, { follower: post.author_id, followed: viewer.id })
  // Those whom the text links: a name in it may be plain text.
  return post.who_may_comment === 'mentioned' && POST_MENTIONS.has(transaction, post.id, viewer.id)
}

/** @throws postUnknown, commentUnknown */
async function getForChange(transaction: Connection, viewer: Viewer, postId: PostId, id: CommentId) {
  const comment = await queries.findForChange(transaction, postId, id)
  if (!comment) throw new AppError('commentUnknown')
  await requireVisibleComment(transaction, viewer.id, comment)
  return comment
}

/** @throws commentUnknown */
async function getToAnswer(transaction: Connection, viewer: Viewer, post: CommentedPost, id: CommentId) {
  const comment = await queries.findToAnswer(transaction, post.id, id)
  if (!comment) throw new AppError('commentUnknown')
  await requireVisibleComment(transaction, viewer.id, { author: comment.author, postAuthor: post.author_id })
  return comment
}

function requireText(text: string): void {
  if (isBlank(text)) throw new AppError('commentEmpty')
}

/** Only a comment's author may edit it. */
function mayEditComment(viewer: MemberId, comment: { author: MemberId }): boolean {
  return viewer === comment.author
}

/** Only the author of the post may hide a comment on it. */
function mayHideComment(viewer: MemberId, comment: { postAuthor: MemberId }): boolean {
  return viewer === comment.postAuthor
}

/** A comment may be deleted by its author and by the author of its post. */
function mayDeleteComment(viewer: MemberId, comment: { author: MemberId; postAuthor: MemberId }): boolean {
  return viewer === comment.author || viewer === comment.postAuthor
}
