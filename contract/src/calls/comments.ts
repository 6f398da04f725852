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
  page,
} from '../entities/fields.ts'
import * as limits from '../rules/limits.ts'
import { endpoints } from './endpoint.ts'

const endpoint = endpoints({ noun: 'comments' })

export const listComments = endpoint('GET /api/comments/:postId', {
  summary: "A post's comments, newest first",
  access: 'anyone',
  params: Type.Object({ postId: PostId }),
  query: Type.Object({
    ...EntityPageQuery.properties,
    as: Type.Optional(
      Type.Enum(['list', 'tree'], {
        default: 'list',
        description: "'tree': those that answer no other comment, each with its first answers",
      }),
    ),
  }),
  answer: countedPage('comments', Comment),
  errors: ['postUnknown', 'cursorInvalid'],
})

export const getBranch = endpoint('GET /api/comments/branch/:commentId', {
  summary: 'A comment with the answers to it, oldest first, each with its first answers',
  access: 'anyone',
  params: Type.Object({ commentId: Id }),
  query: EntityPageQuery,
  answer: Type.Object({
    postId: Id,
    answered: Type.Optional({ ...Comment, description: 'The comment that it answers, if it answers one' }),
    comment: Comment,
    ...page('answers', Comment).properties,
  }),
  errors: ['commentUnknown', 'cursorInvalid'],
})

const text = Type.String({ maxLength: limits.COMMENT_MAX_LENGTH })

export const CommentInput = Type.Object({
  text,
  answering: Type.Optional({ ...Id, description: 'The comment on the same post that it answers' }),
})

export const CommentChange = Type.Object({ text: Type.Optional(text) })

const CommentBasis = Type.Object(
  { text: Type.String() },
  { description: 'As for posts: what the comment had when the edit was begun' },
)

const commentParams = Type.Object({ postId: PostId, commentId: Id })

const write = {
  access: 'member',
  query: EmbedQuery,
  headers: PreferHeaders,
  success: 201,
} as const

export const addComment = endpoint('POST /api/comments/add/:postId', {
  ...write,
  summary: 'Comment on a post',
  params: Type.Object({ postId: PostId }),
  headers: CreateHeaders,
  body: Type.Object({ commentData: CommentInput }),
  answer: PostsAnswer,
  errors: ['postUnknown', 'commentUnknown', 'commentEmpty', 'commentsClosed', 'idempotencyKeyReused'],
})

export const editComment = endpoint('POST /api/comments/edit/:postId/:commentId', {
  ...write,
  summary: 'Edit an own comment; without a text, the present one stays',
  params: commentParams,
  body: Type.Object({ commentData: CommentChange, basedOn: Type.Optional(CommentBasis) }),
  answer: PostsAnswer,
  errors: ['postUnknown', 'commentUnknown', 'commentEditForbidden', 'commentEmpty', 'editConflict'],
})

export const deleteComment = endpoint('POST /api/comments/delete/:postId/:commentId', {
  ...write,
  summary: 'Delete an own comment, or any comment on an own post',
  params: commentParams,
  answer: PostsAnswer,
  errors: ['postUnknown', 'commentUnknown', 'commentDeleteForbidden'],
})

export const hideComment = endpoint('POST /api/comments/hide/:postId/:commentId', {
  ...write,
  summary: 'Hide a comment on an own post: clients collapse it, except for its writer',
  params: commentParams,
  answer: PostsAnswer,
  errors: ['postUnknown', 'commentUnknown', 'commentHideForbidden', 'commentAlreadyHidden'],
})

export const unhideComment = endpoint('POST /api/comments/unhide/:postId/:commentId', {
  ...write,
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

export const upvoteComment = endpoint('POST /api/comments/upvote/:postId/:commentId', {
  ...write,
  summary: 'Vote a comment up; replaces a vote down',
  params: commentParams,
  answer: CommentsAnswer,
  errors: ['postUnknown', 'commentUnknown', 'commentAlreadyUpvoted'],
})

export const downvoteComment = endpoint('POST /api/comments/downvote/:postId/:commentId', {
  ...write,
  summary: 'Vote a comment down; replaces a vote up',
  params: commentParams,
  answer: CommentsAnswer,
  errors: ['postUnknown', 'commentUnknown', 'commentAlreadyDownvoted'],
})

const vote = {
  access: 'member',
  params: commentParams,
  query: EmbedQuery,
  answer: Type.Object({ comment: Comment }),
  errors: ['postUnknown', 'commentUnknown'],
} as const

export const putVote = endpoint('PUT /api/comments/:postId/:commentId/vote', {
  ...vote,
  summary: "Vote a comment up or down; replaces the viewer's other vote; nothing happens if this is their vote",
  body: Type.Object({ vote: Type.Enum(['up', 'down']) }),
})

export const deleteVote = endpoint('DELETE /api/comments/:postId/:commentId/vote', {
  ...vote,
  summary: "Take back the viewer's vote on a comment; nothing happens without one",
})
