import { type TSchema, Type } from 'typebox'
import { Member, PostsAnswer } from '../entities/entities.ts'
import { EmbedQuery, EntityPageQuery, Id, PageQuery, PreferHeaders, page } from '../entities/fields.ts'

/** What several calls have in common. */

/** A write that concerns the member with this `_id`. It answers a member; the call says which. */
export const memberWrite = {
  access: 'member',
  params: Type.Object({ id: Id }),
  query: EmbedQuery,
  answer: Type.Object({ user: Member }),
} as const

/** A write whose answer has posts: the newest page, or the changed post alone. */
export const postWrite = {
  access: 'member',
  query: EmbedQuery,
  headers: PreferHeaders,
  success: 201,
  answer: PostsAnswer,
} as const

/** A list. */
export function pageOf<Name extends string, Entry extends TSchema>(name: Name, entry: Entry) {
  return { query: PageQuery, answer: page(name, entry), errors: ['cursorInvalid'] } as const
}

/** A list of entities that contain lists. */
export function entityPageOf<Name extends string, Entry extends TSchema>(name: Name, entry: Entry) {
  return { ...pageOf(name, entry), query: EntityPageQuery } as const
}
