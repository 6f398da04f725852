import type { PostState } from '@quack/contract'
import type { PostRow } from '../posts/posts.queries.ts'
import { postView } from '../posts/posts.view.ts'

/** So long after an edit its text and media go along, in milliseconds; who was away longer reads the post anew. */
const EDIT_FRESH_MS = 5 * 60_000

/** What changes of a post, the same for everyone. */
export function postStateView(row: PostRow, now: number): PostState {
  const { _id, likes, commentCount, updatedAt, content, mediaUrl, type, alt, media } = postView({
    row,
    likedBy: [],
    dislikedBy: [],
    comments: [],
    viewer: undefined,
  })
  return {
    _id,
    likes: { likeCount: likes.likeCount, likedByCount: likes.likedByCount },
    commentCount,
    updatedAt,
    ...(now - row.updated_at < EDIT_FRESH_MS ? { edited: { content, mediaUrl, type, alt, media } } : null),
  }
}

/** Another one whenever something of the state is. */
export function versionOf(row: PostRow): string {
  return [row.updated_at, row.like_count, row.liked_by_count, row.comment_count, row.state].join()
}
