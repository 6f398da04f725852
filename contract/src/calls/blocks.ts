import { type Static, Type } from 'typebox'
import { MemberSummary, PageQuery, page, Timestamp } from '../entities/fields.ts'
import { endpoint } from './endpoint.ts'
import { memberWrite } from './member-write.ts'

const write = { ...memberWrite, noun: 'blocks' } as const

export const blockMember = endpoint({
  ...write,
  path: '/api/users/block/:id',
  summary: 'Block the member with this `_id`: both follows end, and neither sees the other; answers the viewer',
  errors: ['guestFixed', 'memberUnknown', 'blockSelf', 'alreadyBlocked'],
})

export const unblockMember = endpoint({
  ...write,
  path: '/api/users/unblock/:id',
  summary: 'Take back the block of the member with this `_id`; follows do not return; answers the viewer',
  errors: ['guestFixed', 'memberUnknown', 'notBlocked'],
})

export const BlockedMember = Type.Object({ ...MemberSummary.properties, blockedAt: Timestamp })
export type BlockedMember = Static<typeof BlockedMember>

export const listBlocks = endpoint({
  method: 'GET',
  path: '/api/blocks',
  noun: 'blocks',
  summary: 'The members whom the viewer has blocked, the latest first',
  access: 'member',
  rate: 'read',
  query: PageQuery,
  success: 200,
  answer: page('blocks', BlockedMember),
  errors: ['cursorInvalid'],
})
