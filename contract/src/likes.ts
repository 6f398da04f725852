import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { countedPage, PageQuery, PostId } from './fields.ts'
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
