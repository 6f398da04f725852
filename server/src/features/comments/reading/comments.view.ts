import type { Comment, MemberSummary } from '@quack/contract'
import { timeOfId } from '../../../database/ids.ts'
import { timestamp } from '../../../reading/timestamp.ts'
import { authorView } from '../../members/members.view.ts'
import { type Mentioned, mentionsView } from '../../mentions/mentions.ts'
import type { CommentRow } from './comments.queries.ts'

export function commentView(of: {
  row: CommentRow
  upvotedBy: MemberSummary[]
  downvotedBy: MemberSummary[]
  mentioned: readonly Mentioned[] | undefined
  viewer: Comment['viewer'] | undefined
}): Comment {
  const { row, viewer } = of
  return {
    _id: String(row.id),
    ...authorView(row),
    text: row.text,
    ...mentionsView(of.mentioned),
    ...(row.is_hidden === 1 ? { hidden: 'author' as const } : null),
    votes: {
      upvotedBy: of.upvotedBy,
      downvotedBy: of.downvotedBy,
      upvoteCount: row.upvote_count,
      downvoteCount: row.downvote_count,
    },
    ...(viewer ? { viewer } : null),
    createdAt: timestamp(timeOfId(row.id)),
    updatedAt: timestamp(row.updated_at),
  }
}

/** The place of a comment whose author the viewer does not see. So the thread around it stays whole. */
export function hiddenCommentView(row: Pick<CommentRow, 'id'>): Comment {
  const createdAt = timestamp(timeOfId(row.id))
  return {
    _id: String(row.id),
    username: '',
    firstName: '',
    lastName: '',
    avatarURL: '',
    text: '',
    hidden: 'member',
    votes: { upvotedBy: [], downvotedBy: [], upvoteCount: 0, downvoteCount: 0 },
    createdAt,
    updatedAt: createdAt,
  }
}
