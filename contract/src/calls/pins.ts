import { Type } from 'typebox'
import { PostId } from '../entities/fields.ts'
import { endpoints } from './endpoint.ts'
import { postWrite } from './shared.ts'

const endpoint = endpoints({ ...postWrite, noun: 'pins', params: Type.Object({ postId: PostId }) })

export const pinPost = endpoint('POST /api/posts/pin/:postId', {
  summary: "Pin an own post to the viewer's profile, in place of the one that was pinned before",
  errors: ['postUnknown', 'postPinForbidden', 'postAlreadyPinned'],
})

export const unpinPost = endpoint('POST /api/posts/unpin/:postId', {
  summary: "Unpin a post from the viewer's profile",
  errors: ['postUnknown', 'postPinForbidden', 'postNotPinned'],
})
