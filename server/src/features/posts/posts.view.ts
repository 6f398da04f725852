import type { Comment, MemberSummary, Post } from '@quack/contract'
import { timeOfId } from '../../database/ids.ts'
import { timestamp } from '../../http/timestamp.ts'
import { authorView } from '../members/members.view.ts'
import type { PostRow } from './posts.queries.ts'

export function postView(of: {
  row: PostRow
  likedBy: MemberSummary[]
  dislikedBy: MemberSummary[]
  comments: Comment[]
  viewer: Post['viewer'] | undefined
}): Post {
  const { row, viewer } = of
  return {
    _id: String(row.id),
    id: row.public_id,
    ...authorView(row),
    content: row.content,
    mediaUrl: row.media_url,
    type: row.media_type,
    media:
      row.width !== null && row.height !== null
        ? { width: row.width, height: row.height, preview: row.preview ?? '' }
        : null,
    likes: {
      likeCount: row.like_count,
      likedByCount: row.liked_by_count,
      likedBy: of.likedBy,
      dislikedBy: of.dislikedBy,
    },
    comments: of.comments,
    commentCount: row.comment_count,
    ...(viewer ? { viewer } : null),
    createdAt: timestamp(timeOfId(row.id)),
    updatedAt: timestamp(row.updated_at),
  }
}
