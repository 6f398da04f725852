import { getConnection } from './api/connection.ts'
import { notify } from './api/error-notifications.ts'
import { getSession } from './api/session.ts'
import { addComment, deleteComment, editComment } from './comment-writes.ts'
import type { LiveComment } from './comments.ts'
import { refreshMember } from './members.ts'
import type { OutboxWrite } from './offline/outbox-entry.ts'
import { sendOrKeep, type Written } from './outbox/send-or-keep.ts'
import { getPerson } from './people.ts'
import { createPost, deletePost, editPost, type PostInput } from './post-writes.ts'
import type { LivePost } from './posts.ts'

/** The writes that wait in the outbox while the network fails. Each says whether it was sent or waits. */

export async function writePost(form: PostInput, key: string, file?: File): Promise<Written> {
  const body = { ...(await viewerName()), ...form }
  return sendOrKeep(withFile({ kind: 'post', target: '', body, key }, file), () => createPost(body, key))
}

/** Both names of the viewer, if they are known or can be read. */
async function viewerName(): Promise<Pick<PostInput, 'firstName' | 'lastName'>> {
  const username = getSession()?.username ?? ''
  if (!getPerson(username) && getConnection() === 'online') await refreshMember(username).catch(() => undefined)
  const viewer = getPerson(username)
  return viewer ? { firstName: viewer.firstName, lastName: viewer.lastName } : {}
}

type Basis = Pick<LivePost, '_id' | 'content' | 'mediaUrl' | 'alt'>

/** @param before the post as it was when the member began to edit it */
export function changePost({ _id, content, mediaUrl, alt }: Basis, body: PostInput, file?: File): Promise<Written> {
  const basedOn = { content, mediaUrl, alt }
  const write = { kind: 'editPost', target: _id, body, basedOn, key: '' } as const
  return change(withFile(write, file), () => editPost(_id, body, basedOn))
}

export function removePost({ _id, content }: Basis): Promise<Written> {
  return sendOrKeep({ kind: 'deletePost', target: _id, body: { text: content }, key: '' }, () => deletePost(_id))
}

export function writeComment(postId: string, text: string, key: string): Promise<Written> {
  return sendOrKeep({ kind: 'comment', target: postId, body: { text }, key }, () => addComment(postId, text, key))
}

/** @param before the text that the member began to edit */
export function changeComment(postId: string, id: string, text: string, before: string): Promise<Written> {
  const basedOn = { text: before }
  const write = { kind: 'editComment', target: id, body: { postId, text }, basedOn, key: '' } as const
  return change(write, () => editComment(postId, id, text, basedOn))
}

export function removeComment(postId: string, { _id, text }: Pick<LiveComment, '_id' | 'text'>): Promise<Written> {
  const write = { kind: 'deleteComment', target: _id, body: { postId, text }, key: '' } as const
  return sendOrKeep(write, () => deleteComment(postId, _id))
}

/** Both versions are in the outbox, and at the post or comment. */
async function change(write: OutboxWrite, send: () => Promise<void>): Promise<Written> {
  const written = await sendOrKeep(write, send)
  if (written === 'conflict') notify('Changed meanwhile: choose a version')
  return written
}

function withFile(write: OutboxWrite, file: File | undefined): OutboxWrite {
  return file ? { ...write, file } : write
}
