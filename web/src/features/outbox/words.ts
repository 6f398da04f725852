import type { KeptToggle } from '../../data/cache/toggle-queue.ts'
import type { OutboxEntry, OutboxKind } from '../../data/offline/outbox-entry.ts'

/** What an entry does, for a list of all. A kind that is missing here is a compile error. */
const TITLES: Readonly<Record<OutboxKind, string>> = {
  post: 'New post',
  comment: 'Comment',
  editPost: 'Changed post',
  editComment: 'Changed comment',
  deletePost: 'Deletion of a post',
  deleteComment: 'Deletion of a comment',
}

export function titleOf({ kind, isRemoved }: OutboxEntry): string {
  return isRemoved ? `${TITLES[kind]}, removed` : TITLES[kind]
}

/** What a toggle does, by kind and desired state. */
export function toggleTitle({ kind, value }: KeptToggle): string {
  if (kind === 'vote') return value === 'down' ? 'Downvote of a comment' : 'Upvote of a comment'
  if (kind === 'follow') return value === 'none' ? 'Unfollow' : 'Follow'
  if (kind === 'bookmark') return value ? 'Bookmark' : 'Bookmark removed'
  return value ? 'Like' : 'Like taken back'
}

/** The text that an entry writes or deletes. */
export function textOf({ body }: OutboxEntry): string {
  if ('text' in body && body.text !== undefined) return body.text
  return 'content' in body ? (body.content ?? '') : ''
}

/** What keeps an entry from being done. */
export function stateText({ state, problem, kind, isRemoved }: OutboxEntry): string {
  if (state === 'conflict') return 'Changed meanwhile: choose a version'
  if (state === 'refused') return problem ?? 'It was refused.'
  if (isRemoved) return 'Will be deleted if it has arrived'
  return kind === 'editPost' || kind === 'editComment' ? 'Change waiting to be sent' : 'Waiting to be sent'
}
