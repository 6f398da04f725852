import { type Static, Type } from 'typebox'
import { Member } from '../entities/entities.ts'
import { EmbedQuery, MemberSummary, PageQuery, page, Timestamp } from '../entities/fields.ts'
import { endpoint } from './endpoint.ts'
import { memberWrite } from './member-write.ts'

/** Private accounts: who may follow. A request is created by following a private member. */

export const setPrivate = endpoint({
  method: 'POST',
  path: '/api/account/private',
  noun: 'follows',
  summary:
    'Show the posts and follow lists of the viewer to followers only, and accept each follower; or to everyone, which accepts the requests that wait',
  access: 'member',
  rate: 'write',
  query: EmbedQuery,
  body: Type.Object({ private: Type.Boolean() }),
  success: 200,
  answer: Type.Object({ user: Member }),
  errors: ['guestFixed'],
})

export const FollowRequest = Type.Object({ ...MemberSummary.properties, requestedAt: Timestamp })
export type FollowRequest = Static<typeof FollowRequest>

export const listFollowRequests = endpoint({
  method: 'GET',
  path: '/api/follow-requests',
  noun: 'follows',
  summary: 'Who asks to follow the viewer, the latest first',
  access: 'member',
  rate: 'read',
  query: PageQuery,
  success: 200,
  answer: page('requests', FollowRequest),
  errors: ['cursorInvalid'],
})

const answerTo = { ...memberWrite, noun: 'follows' } as const

export const acceptFollowRequest = endpoint({
  ...answerTo,
  path: '/api/follow-requests/:id/accept',
  summary: 'Let the member with this `_id`, who asks for it, follow the viewer; answers the viewer',
  errors: ['memberUnknown', 'followRequestUnknown'],
})

export const rejectFollowRequest = endpoint({
  ...answerTo,
  path: '/api/follow-requests/:id/reject',
  summary: 'Reject the request of the member with this `_id`, who is not told and may ask again; answers the viewer',
  errors: ['memberUnknown', 'followRequestUnknown'],
})

export const removeFollower = endpoint({
  ...answerTo,
  path: '/api/users/remove-follower/:id',
  summary: 'End that the member with this `_id` follows the viewer; the member is not told; answers the viewer',
  errors: ['memberUnknown', 'notFollower', 'guestFixed'],
})
