import { t } from '@lingui/core/macro'
import { getConnection } from '../api/connection.ts'
import { notify } from '../api/error-notifications.ts'
import { getSession, memberOfSession } from '../api/session.ts'
import type { LiveComment } from '../comments/comments.ts'
import { refreshMember } from '../members/members.ts'
import { getPerson } from '../members/people.ts'
import { withFiles } from '../offline/entry-files.ts'
import type { PostBody, PostVersion, WritingWrite } from '../offline/outbox-entry.ts'
import type { Quoted } from '../offline/quoted.ts'
import type { LivePost } from '../posts/posts.ts'
import { submit, type Written } from './run-outbox.ts'

/** What forms write. It waits in the outbox while the network fails. Each says what became of it (`Written`). */

export { basisOfCover, basisOfPoll, coverOf, withCover } from './post-sends.ts'
export type { Written } from './run-outbox.ts'
export type PostInput = PostBody

/** Those that are not uploaded yet, by the place of their pictures. */
export type PostFiles = readonly (File | undefined)[]

/** @param quoted the post that it quotes */
export async function writePost(
  form: PostInput,
  key: string,
  files: PostFiles = [],
  quoted?: Quoted,
): Promise<Written> {
  const member = memberOfSession()
  const body = { ...(await viewerName()), ...form }
  return submit({ kind: 'post', target: '', body, key, ...withFiles(files), ...(quoted && { quoted }) }, member)
}

/** Both names of the viewer, if they are known or can be read. */
async function viewerName(): Promise<Pick<PostInput, 'firstName' | 'lastName'>> {
  const username = getSession()?.username ?? ''
  if (!getPerson(username) && getConnection() === 'online') await refreshMember(username).catch(() => undefined)
  const viewer = getPerson(username)
  return viewer ? { firstName: viewer.firstName, lastName: viewer.lastName } : {}
}

/** @param basedOn the post as it was when the member began to edit it */
export function changePost(
  target: string,
  basedOn: PostVersion,
  body: PostInput,
  files: PostFiles = [],
): Promise<Written> {
  return change({ kind: 'editPost', target, body, basedOn, key: '', ...withFiles(files) })
}

export function removePost({ _id: target, content }: Pick<LivePost, '_id' | 'content'>): Promise<Written> {
  return submit({ kind: 'deletePost', target, body: { text: content }, key: '' })
}

/** @param answering the comment that it answers */
export function writeComment(postId: string, text: string, key: string, answering?: string): Promise<Written> {
  return submit({ kind: 'comment', target: postId, body: { text, answering }, key })
}

/** @param before the text that the member began to edit */
export function changeComment(postId: string, id: string, text: string, before: string): Promise<Written> {
  return change({ kind: 'editComment', target: id, body: { postId, text }, basedOn: { text: before }, key: '' })
}

export function removeComment(postId: string, { _id, text }: Pick<LiveComment, '_id' | 'text'>): Promise<Written> {
  return submit({ kind: 'deleteComment', target: _id, body: { postId, text }, key: '' })
}

/** Both versions are in the outbox, and at the post or comment. */
async function change(write: WritingWrite): Promise<Written> {
  const written = await submit(write)
  if (written === 'conflict') notify(t`Changed meanwhile: choose a version`)
  return written
}
