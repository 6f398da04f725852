import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { PostsAnswer } from './entities.ts'
import { EmbedQuery, PostId, PreferHeaders } from './fields.ts'

const write = {
  method: 'POST',
  noun: 'pins',
  access: 'member',
  rate: 'write',
  params: Type.Object({ postId: PostId }),
  query: EmbedQuery,
  headers: PreferHeaders,
  success: 201,
  answer: PostsAnswer,
} as const

export const pinPost = endpoint({
  ...write,
  path: '/api/posts/pin/:postId',
  summary: "Pin an own post to the viewer's profile, in place of the one that was pinned before",
  errors: ['postUnknown', 'postPinForbidden', 'postAlreadyPinned'],
})

export const unpinPost = endpoint({
  ...write,
  path: '/api/posts/unpin/:postId',
  summary: "Unpin a post from the viewer's profile",
  errors: ['postUnknown', 'postPinForbidden', 'postNotPinned'],
})
