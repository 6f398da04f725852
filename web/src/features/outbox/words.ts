import type { OutboxEntry, OutboxKind, WritingEntry } from '../../data/offline/outbox-entry.ts'

/** What an entry does, for a list of all: a text, or one for its desired state. A missing kind is a compile error. */
const TITLES: { readonly [Kind in OutboxKind]: string | ((entry: OutboxEntry<Kind>) => string) } = {
  post: 'New post',
  comment: 'Comment',
  editPost: 'Changed post',
  editComment: 'Changed comment',
  deletePost: 'Deletion of a post',
  deleteComment: 'Deletion of a comment',
  like: ({ body }) => (body ? 'Like' : 'Like taken back'),
  bookmark: ({ body }) => (body ? 'Bookmark' : 'Bookmark removed'),
  vote: ({ body }) => (body === 'none' ? 'Vote taken back' : `${body === 'down' ? 'Downvote' : 'Upvote'} of a comment`),
  follow: ({ body }) => (body === 'none' ? 'Unfollow' : 'Follow'),
  followTag: ({ body }) => (body ? 'Follow of a hashtag' : 'Unfollow of a hashtag'),
  setting: 'Notification settings',
}

export function titleOf(entry: OutboxEntry): string {
  const title = TITLES[entry.kind] as string | ((entry: OutboxEntry) => string)
  const text = typeof title === 'string' ? title : title(entry)
  return entry.isRemoved ? `${text}, removed` : text
}

/** The text that an entry writes or deletes. */
export function textOf({ body }: WritingEntry): string {
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
