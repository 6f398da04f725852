import { Type } from 'typebox'
import { Post } from '../entities/entities.ts'
import { countedPage, EmbedQuery, PageQuery, PostId } from '../entities/fields.ts'
import { endpoints } from './endpoint.ts'
import { Person } from './follows.ts'
import { postWrite } from './shared.ts'

const endpoint = endpoints({ noun: 'likes' })

const reaction = { ...postWrite, params: Type.Object({ postId: PostId }) } as const

export const likePost = endpoint('POST /api/posts/like/:postId', {
  ...reaction,
  summary: 'Like a post: adds 1 to likeCount and removes a dislike',
  errors: ['postUnknown', 'postAlreadyLiked'],
})

export const dislikePost = endpoint('POST /api/posts/dislike/:postId', {
  ...reaction,
  summary: 'Dislike a post: subtracts 1 from likeCount and removes a like',
  errors: ['postUnknown', 'likeCountZero', 'postAlreadyDisliked'],
})

const like = {
  access: 'member',
  params: Type.Object({ postId: PostId }),
  query: EmbedQuery,
  answer: Type.Object({ post: Post }),
  errors: ['postUnknown'],
} as const

export const putLike = endpoint('PUT /api/posts/:postId/like', {
  ...like,
  summary: 'Like a post: adds 1 to likeCount and removes a dislike; nothing happens if the viewer likes it',
})

export const deleteLike = endpoint('DELETE /api/posts/:postId/like', {
  ...like,
  summary:
    'Dislike a post that the viewer likes, also at a likeCount of 0, which stays; nothing happens if they do not like it',
})

export const listLikes = endpoint('GET /api/posts/:postId/likes', {
  summary: 'Who likes a post, newest first',
  access: 'anyone',
  params: Type.Object({ postId: PostId }),
  query: PageQuery,
  answer: countedPage('likes', Person),
  errors: ['postUnknown', 'cursorInvalid'],
})
