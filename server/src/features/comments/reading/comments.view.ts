import type { Comment, MemberSummary } from '@quack/contract'
import { timeOfId } from '../../../database/ids.ts'
import type { CommentId } from '../../../database/schema.ts'
import { timestamp } from '../../../reading/timestamp.ts'
import { authorView } from '../../members/members.view.ts'
import { type Mentioned, mentionsView } from '../../mentions/mentions.ts'
import type { CommentRow } from './comments.queries.ts'

/** What a comment answers. @param username of its author; absent if the viewer does not see it */
export const answeringView = (id: CommentId, username?: string) => ({
  answering: { _id: String(id), ...(username !== undefined && { username }) },
})

export function commentView(of: {
  row: CommentRow
  /** Whose comment it answers, if the viewer sees it. */
  answered: string | undefined
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
    ...(row.answers_id === null ? null : answeringView(row.answers_id, of.answered)),
    votes: {
      upvotedBy: of.upvotedBy,
      downvotedBy: of.downvotedBy,
      upvoteCount: row.upvote_count,
      downvoteCount: row.downvote_count,
    },
    ...(viewer ? { viewer } : null),
    createdAt: timestamp(timeOfId(row.id)),
    updatedAt: timestamp(row.updated_at),
    ...(row.edited_at === null ? null : { editedAt: timestamp(row.edited_at) }),
  }
}

/** The place of a comment whose author the viewer does not see. So the thread around it stays whole. */
export const hiddenCommentView = (row: CommentRow): Comment => emptyView(row.id, row.answers_id, 'member')

/** The place of a comment that was deleted, or that nobody sees. */
export const placeView = ({ id, answers }: { id: CommentId; answers: CommentId | null }): Comment =>
  emptyView(id, answers, 'everyone')

function emptyView(id: CommentId, answers: CommentId | null, hidden: 'member' | 'everyone'): Comment {
  const createdAt = timestamp(timeOfId(id))
  return {
    _id: String(id),
    username: '',
    firstName: '',
    lastName: '',
    avatarURL: '',
    text: '',
    hidden,
    ...(answers === null ? null : answeringView(answers)),
    votes: { upvotedBy: [], downvotedBy: [], upvoteCount: 0, downvoteCount: 0 },
    createdAt,
    updatedAt: createdAt,
  }
}
