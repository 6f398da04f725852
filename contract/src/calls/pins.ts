import { Type } from 'typebox'
import { PostId } from '../entities/fields.ts'
import { endpoint } from './endpoint.ts'
import { postWrite } from './post-write.ts'

const write = { ...postWrite, method: 'POST', noun: 'pins', params: Type.Object({ postId: PostId }) } as const

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
