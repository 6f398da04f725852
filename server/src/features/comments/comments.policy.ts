import type { MemberId } from '../../database/schema.ts'

/** Only a comment's author may edit it. */
export function mayEditComment(viewer: MemberId, comment: { author: MemberId }): boolean {
  return viewer === comment.author
}

/** Only the author of the post may hide a comment on it. */
export function mayHideComment(viewer: MemberId, comment: { postAuthor: MemberId }): boolean {
  return viewer === comment.postAuthor
}

/** A comment may be deleted by its author and by the author of its post. */
export function mayDeleteComment(viewer: MemberId, comment: { author: MemberId; postAuthor: MemberId }): boolean {
  return viewer === comment.author || viewer === comment.postAuthor
}
