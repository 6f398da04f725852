import { Type } from 'typebox'
import { Post } from '../entities/entities.ts'
import { countedPage, EmbedQuery, PageQuery, PostId } from '../entities/fields.ts'
import { endpoint } from './endpoint.ts'
import { Person } from './follows.ts'
import { postWrite } from './post-write.ts'

const reaction = { ...postWrite, method: 'POST', noun: 'likes', params: Type.Object({ postId: PostId }) } as const

export const likePost = endpoint({
  ...reaction,
  path: '/api/posts/like/:postId',
  summary: 'Like a post: adds 1 to likeCount and removes a dislike',
  errors: ['postUnknown', 'postAlreadyLiked'],
})

export const dislikePost = endpoint({
  ...reaction,
  path: '/api/posts/dislike/:postId',
  summary: 'Dislike a post: subtracts 1 from likeCount and removes a like',
  errors: ['postUnknown', 'likeCountZero', 'postAlreadyDisliked'],
})

const like = {
  path: '/api/posts/:postId/like',
  noun: 'likes',
  access: 'member',
  rate: 'write',
  params: Type.Object({ postId: PostId }),
  query: EmbedQuery,
  success: 200,
  answer: Type.Object({ post: Post }),
  errors: ['postUnknown'],
} as const

export const putLike = endpoint({
  ...like,
  method: 'PUT',
  summary: 'Like a post: adds 1 to likeCount and removes a dislike; nothing happens if the viewer likes it',
})

export const deleteLike = endpoint({
  ...like,
  method: 'DELETE',
  summary:
    'Dislike a post that the viewer likes, also at a likeCount of 0, which stays; nothing happens if they do not like it',
})

export const listLikes = endpoint({
  method: 'GET',
  path: '/api/posts/:postId/likes',
  noun: 'likes',
  summary: 'Who likes a post, newest first',
  access: 'anyone',
  rate: 'read',
  params: Type.Object({ postId: PostId }),
  query: PageQuery,
  success: 200,
  answer: countedPage('likes', Person),
  errors: ['postUnknown', 'cursorInvalid'],
})
