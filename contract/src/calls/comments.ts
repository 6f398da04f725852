import { Type } from 'typebox'
import { Comment, PostsAnswer } from '../entities/entities.ts'
import {
  CreateHeaders,
  countedPage,
  EmbedQuery,
  EntityPageQuery,
  Id,
  NextCursor,
  PostId,
  PreferHeaders,
} from '../entities/fields.ts'
import * as limits from '../rules/limits.ts'
import { endpoint } from './endpoint.ts'

export const listComments = endpoint({
  method: 'GET',
  path: '/api/comments/:postId',
  noun: 'comments',
  summary: "A post's comments, newest first",
  access: 'anyone',
  rate: 'read',
  params: Type.Object({ postId: PostId }),
  query: EntityPageQuery,
  success: 200,
  answer: countedPage('comments', Comment),
  errors: ['postUnknown', 'cursorInvalid'],
})

const text = Type.String({ maxLength: limits.COMMENT_MAX_LENGTH })

export const CommentInput = Type.Object({ text })

export const CommentChange = Type.Object({ text: Type.Optional(text) })

const CommentBasis = Type.Object(
  { text: Type.String() },
  { description: 'As for posts: what the comment had when the edit was begun' },
)

const commentParams = Type.Object({ postId: PostId, commentId: Id })

const write = {
  method: 'POST',
  noun: 'comments',
  access: 'member',
  rate: 'write',
  query: EmbedQuery,
  headers: PreferHeaders,
  success: 201,
} as const

export const addComment = endpoint({
  ...write,
  path: '/api/comments/add/:postId',
  summary: 'Comment on a post',
  params: Type.Object({ postId: PostId }),
  headers: CreateHeaders,
  body: Type.Object({ commentData: CommentInput }),
  answer: PostsAnswer,
  errors: ['postUnknown', 'commentEmpty', 'commentsClosed', 'idempotencyKeyReused'],
})

export const editComment = endpoint({
  ...write,
  path: '/api/comments/edit/:postId/:commentId',
  summary: 'Edit an own comment; without a text, the present one stays',
  params: commentParams,
  body: Type.Object({ commentData: CommentChange, basedOn: Type.Optional(CommentBasis) }),
  answer: PostsAnswer,
  errors: ['postUnknown', 'commentUnknown', 'commentEditForbidden', 'commentEmpty', 'editConflict'],
})

export const deleteComment = endpoint({
  ...write,
  path: '/api/comments/delete/:postId/:commentId',
  summary: 'Delete an own comment, or any comment on an own post',
  params: commentParams,
  answer: PostsAnswer,
  errors: ['postUnknown', 'commentUnknown', 'commentDeleteForbidden'],
})

export const hideComment = endpoint({
  ...write,
  path: '/api/comments/hide/:postId/:commentId',
  summary: 'Hide a comment on an own post: clients collapse it for others, except for its writer',
  params: commentParams,
  answer: PostsAnswer,
  errors: ['postUnknown', 'commentUnknown', 'commentHideForbidden', 'commentAlreadyHidden'],
})

export const unhideComment = endpoint({
  ...write,
  path: '/api/comments/unhide/:postId/:commentId',
  summary: 'Show a comment on an own post again',
  params: commentParams,
  answer: PostsAnswer,
  errors: ['postUnknown', 'commentUnknown', 'commentHideForbidden', 'commentNotHidden'],
})

/** The newest page of the post's comments; with `Prefer: return=minimal`, only the comment voted on. */
export const CommentsAnswer = Type.Object({
  comments: Type.Optional(Type.Array(Comment)),
  nextCursor: Type.Optional(NextCursor),
  comment: Type.Optional(Comment),
})

export const upvoteComment = endpoint({
  ...write,
  path: '/api/comments/upvote/:postId/:commentId',
  summary: 'Vote a comment up; replaces a vote down',
  params: commentParams,
  answer: CommentsAnswer,
  errors: ['postUnknown', 'commentUnknown', 'commentAlreadyUpvoted'],
})

export const downvoteComment = endpoint({
  ...write,
  path: '/api/comments/downvote/:postId/:commentId',
  summary: 'Vote a comment down; replaces a vote up',
  params: commentParams,
  answer: CommentsAnswer,
  errors: ['postUnknown', 'commentUnknown', 'commentAlreadyDownvoted'],
})

const vote = {
  path: '/api/comments/:postId/:commentId/vote',
  noun: 'comments',
  access: 'member',
  rate: 'write',
  params: commentParams,
  query: EmbedQuery,
  success: 200,
  answer: Type.Object({ comment: Comment }),
  errors: ['postUnknown', 'commentUnknown'],
} as const

export const putVote = endpoint({
  ...vote,
  method: 'PUT',
  summary: "Vote a comment up or down; replaces the viewer's other vote; nothing happens if this is their vote",
  body: Type.Object({ vote: Type.Enum(['up', 'down']) }),
})

export const deleteVote = endpoint({
  ...vote,
  method: 'DELETE',
  summary: "Take back the viewer's vote on a comment; nothing happens without one",
})
