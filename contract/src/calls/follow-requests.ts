import { type Static, Type } from 'typebox'
import { Member } from '../entities/entities.ts'
import { EmbedQuery, MemberSummary, Timestamp } from '../entities/fields.ts'
import { endpoints } from './endpoint.ts'
import { memberWrite, pageOf } from './shared.ts'

/** Private accounts: who may follow. A request is created by following a private member. */

const endpoint = endpoints({ noun: 'follows', access: 'member' })

export const setPrivate = endpoint('POST /api/account/private', {
  summary:
    'Make the account private: its posts and follow lists are for followers, and new ones have to ask; or public, which accepts the requests that wait',
  query: EmbedQuery,
  body: Type.Object({ private: Type.Boolean() }),
  answer: Type.Object({ user: Member }),
  errors: ['guestFixed'],
})

export const FollowRequest = Type.Object({ ...MemberSummary.properties, requestedAt: Timestamp })
export type FollowRequest = Static<typeof FollowRequest>

export const listFollowRequests = endpoint('GET /api/follow-requests', {
  summary: 'Who asks to follow the viewer, the latest first',
  ...pageOf('requests', FollowRequest),
})

export const acceptFollowRequest = endpoint('POST /api/follow-requests/:id/accept', {
  ...memberWrite,
  summary: 'Let the member with this `_id`, who asks for it, follow the viewer; answers the viewer',
  errors: ['memberUnknown', 'followRequestUnknown'],
})

export const rejectFollowRequest = endpoint('POST /api/follow-requests/:id/reject', {
  ...memberWrite,
  summary: 'Reject the request of the member with this `_id`, who is not told and may ask again; answers the viewer',
  errors: ['memberUnknown', 'followRequestUnknown'],
})

export const removeFollower = endpoint('POST /api/users/remove-follower/:id', {
  ...memberWrite,
  summary: 'End that the member with this `_id` follows the viewer; the member is not told; answers the viewer',
  errors: ['memberUnknown', 'notFollower', 'guestFixed'],
})
