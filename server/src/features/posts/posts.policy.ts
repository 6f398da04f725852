import type { MemberId } from '../../database/schema.ts'

/** Only a post's author may edit, delete or pin it. */
export function mayChangePost(viewer: MemberId, post: { author: MemberId }): boolean {
  return viewer === post.author
}
