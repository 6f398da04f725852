import type { Comment } from '@quack/contract'
import { mentionsIn } from '@quack/contract/rules/references'
import { call, MINIMAL } from '../api/api.ts'
import { isRefusal } from '../api/api-errors.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { invalidate, repeatReads } from '../cache/read-again.ts'
import { dropComment, editPages, orGone, patchComment, takeComment, takePost } from '../comments/comments.ts'
import { isViewer } from '../members/people.ts'
import type { CommentVersion, OutboxEntry } from '../offline/outbox-entry.ts'
import type { Sent } from '../outbox/lane.ts'
import { newComment } from '../outbox/requests.ts'
import { getPost, refreshPost } from '../posts/posts.ts'
import { asMember, createOnce, editOnce, findOwnComment, noteTried, readCommentVersion, wasCreated } from './once.ts'

const NOTHING: Sent = { show: () => undefined, rest: () => null }

/** As sendNewPost. The answer does not always name the comment: if its id is needed, it is looked up. */
export async function sendNewComment(entry: OutboxEntry<'comment'>): Promise<Sent> {
  if (entry.isRemoved) return await undoNewComment(entry)
  const { target: postId, key } = entry
  const tried = await noteTried(entry)
  const { text } = tried.body
  const { made, as } = await createOnce(tried, (body) => asMember(entry, () => sendComment(postId, body.text, key)))
  if (as.text !== text) {
    const id = made?._id ?? (await asMember(entry, () => findOwnComment(postId, as.text)))
    if (id !== null) await asMember(entry, () => sendCommentEdit(postId, id, text, as))
    return { ...NOTHING, show: () => showNewComment(postId, null) }
  }
  return {
    show: () => showNewComment(postId, made),
    rest: (changed) => whatRemains(changed as OutboxEntry<'comment'>, made?._id, text),
  }
}

/** If the server did not name the comment, the entry stays, and its next attempt edits or deletes it. */
function whatRemains(changed: OutboxEntry<'comment'>, id: string | undefined, sent: string): OutboxEntry {
  if (id === undefined) return changed
  const { isRemoved, tried: _, target: postId, ...entry } = changed
  const target = id
  if (isRemoved) return { ...entry, kind: 'deleteComment', target, body: { postId, text: sent } }
  return { ...entry, kind: 'editComment', target, body: { postId, text: entry.body.text }, basedOn: { text: sent } }
}

async function undoNewComment(entry: OutboxEntry<'comment'>): Promise<Sent> {
  if (!(await wasCreated(entry))) return NOTHING
  const { target: postId, key } = entry
  try {
    const { made, as } = await createOnce(entry, (body) => asMember(entry, () => sendComment(postId, body.text, key)))
    const id = made?._id ?? (await asMember(entry, () => findOwnComment(postId, as.text)))
    if (id !== null) await asMember(entry, () => sendCommentDeletion(postId, id))
    return { ...NOTHING, show: () => id !== null && dropComment(postId, id) }
  } catch (error) {
    // The post is gone, and its comments with it.
    if (isRefusal(error, 'postUnknown')) return NOTHING
    throw error
  }
}

/** As sendPostEdit. */
export async function sendCommentChange(entry: OutboxEntry<'editComment'>): Promise<Sent> {
  const tried = await noteTried(entry)
  const { postId, text } = tried.body
  await editOnce({
    basedOn: tried.basedOn,
    tried: (tried.tried as readonly { text: string }[]).map((body) => ({ text: body.text })),
    send: (basedOn) => asMember(entry, () => sendCommentEdit(postId, tried.target, text, basedOn)),
    read: () => asMember(entry, () => readCommentVersion(postId, tried.target)),
  })
  return {
    show: () => showEditedComment(postId, tried.target, text),
    rest: (changed) => ({ ...(changed as OutboxEntry<'editComment'>), basedOn: { text }, tried: [] }),
  }
}

export async function sendCommentRemoval(entry: OutboxEntry<'deleteComment'>): Promise<Sent> {
  const { postId } = entry.body
  try {
    await asMember(entry, () => sendCommentDeletion(postId, entry.target))
  } catch (error) {
    // The post is gone, and its comments with it.
    if (!isRefusal(error, 'postUnknown')) throw error
  }
  return { ...NOTHING, show: () => dropComment(postId, entry.target) }
}

/**
 * Comments on a post. A repeated call with the same idempotency key creates no second comment.
 * @returns the new comment, or null if the answer lacks it: another one is newer, or the server normalised the text
 */
async function sendComment(postId: string, text: string, idempotencyKey: string): Promise<Comment | null> {
  const { route, input } = newComment(postId, text, idempotencyKey, 1)
  const answer = await orGone(postId, call(route, input)).catch((error) => {
    if (isRefusal(error, 'commentsClosed')) refreshRule(postId)
    throw error
  })
  takePost(answer)
  return answer.post?.comments.find((comment) => isViewer(comment.username) && comment.text === text) ?? null
}

function showNewComment(postId: string, made: Comment | null): void {
  if (!made) {
    void invalidate({ queryKey: queryKeys.comments(postId) })
    return
  }
  const live = takeComment(made)
  editPages(postId, (comments, page) => {
    const others = comments.filter((entry) => entry._id !== live._id)
    return page === 0 ? [live, ...others] : others
  })
  repeatReads(queryKeys.comments(postId))
}

/** @param basedOn the text that was edited: if the present one is another, the edit is refused (`editConflict`) */
async function sendCommentEdit(
  postId: string,
  commentId: string,
  text: string,
  basedOn?: CommentVersion,
): Promise<void> {
  const body = { commentData: { text }, ...(basedOn && { basedOn }) }
  const input = { params: { postId, commentId }, query: { embed: 0 }, headers: MINIMAL, body }
  takePost(await orGone(postId, call('POST /api/comments/edit/:postId/:commentId', input)))
}

function showEditedComment(postId: string, commentId: string, text: string): void {
  const updatedAt = new Date().toISOString()
  patchComment(postId, commentId, (comment) => ({ ...comment, text, updatedAt }))
  const queryKey = queryKeys.comments(postId)
  // The response does not say whom the text mentions now.
  if (mentionsIn(text).length > 0) void invalidate({ queryKey })
  else repeatReads(queryKey)
}

/** Succeeds if it was already deleted. */
async function sendCommentDeletion(postId: string, commentId: string): Promise<void> {
  const input = { params: { postId, commentId }, query: { embed: 0 }, headers: MINIMAL }
  try {
    takePost(await orGone(postId, call('POST /api/comments/delete/:postId/:commentId', input)))
  } catch (error) {
    if (!isRefusal(error, 'commentUnknown')) throw error
  }
}

/** Refetches what says whether the viewer may comment: the post, and whether its author follows the viewer. */
function refreshRule(postId: string): void {
  void refreshPost(postId)
  const username = getPost(postId)?.username
  if (username !== undefined) void invalidate({ queryKey: queryKeys.profile(username) })
}
