import type { Comment, MemberSummary, Post } from '@quack/contract'
import { timeOfId } from '../../database/ids.ts'
import { timestamp } from '../../http/timestamp.ts'
import { shapeView } from '../media/records/media.view.ts'
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
    alt: row.alt,
    media: mediaOf(row),
    likes: {
      likeCount: row.like_count,
      likedByCount: row.liked_by_count,
      likedBy: of.likedBy,
      dislikedBy: of.dislikedBy,
    },
    ...(row.who_may_comment === 'everyone' ? null : { whoMayComment: row.who_may_comment }),
    comments: of.comments,
    commentCount: row.comment_count,
    ...(row.hidden_at === null ? null : { hidden: true as const }),
    ...(viewer ? { viewer } : null),
    createdAt: timestamp(timeOfId(row.id)),
    updatedAt: timestamp(row.updated_at),
  }
}

/** Only media uploaded here have known dimensions. */
function mediaOf({ media_name: name, width, height, preview, has_poster, state }: PostRow): Post['media'] {
  if (name === null || width === null || height === null || has_poster === null || state === null) return null
  return shapeView({ name, width, height, preview: preview ?? '', has_poster, state })
}
