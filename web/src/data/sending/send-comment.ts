import { isRefusal } from '../api/api-errors.ts'
import { dropComment } from '../comments/comments.ts'
import type { OutboxEntry } from '../offline/outbox-entry.ts'
import type { Sent } from '../outbox/lane.ts'
import {
  sendComment,
  sendCommentDeletion,
  sendCommentEdit,
  showEditedComment,
  showNewComment,
} from './comment-writes.ts'
import { asMember, createOnce, editOnce, noteTried, wasCreated } from './once.ts'
import { findOwnComment, readCommentVersion } from './present.ts'

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
