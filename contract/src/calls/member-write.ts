import { Type } from 'typebox'
import { Member } from '../entities/entities.ts'
import { EmbedQuery, Id } from '../entities/fields.ts'

/** A write that concerns the member with this `_id`. It answers a member; the call says which. */
export const memberWrite = {
  method: 'POST',
  access: 'member',
  rate: 'write',
  params: Type.Object({ id: Id }),
  query: EmbedQuery,
  success: 200,
  answer: Type.Object({ user: Member }),
} as const
