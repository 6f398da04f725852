import { type Static, Type } from 'typebox'
import { MemberSummary, Timestamp } from '../entities/fields.ts'
import { endpoints } from './endpoint.ts'
import { memberWrite, pageOf } from './shared.ts'

const endpoint = endpoints({ noun: 'blocks', access: 'member' })

export const blockMember = endpoint('POST /api/users/block/:id', {
  ...memberWrite,
  summary: 'Block the member with this `_id`: both follows end, and neither sees the other; answers the viewer',
  errors: ['guestFixed', 'memberUnknown', 'blockSelf', 'alreadyBlocked'],
})

export const unblockMember = endpoint('POST /api/users/unblock/:id', {
  ...memberWrite,
  summary: 'Take back the block of the member with this `_id`; follows do not return; answers the viewer',
  errors: ['guestFixed', 'memberUnknown', 'notBlocked'],
})

export const BlockedMember = Type.Object({ ...MemberSummary.properties, blockedAt: Timestamp })
export type BlockedMember = Static<typeof BlockedMember>

export const listBlocks = endpoint('GET /api/blocks', {
  summary: 'The members whom the viewer has blocked, the latest first',
  ...pageOf('blocks', BlockedMember),
})
