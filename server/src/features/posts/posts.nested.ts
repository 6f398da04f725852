import { sql } from 'kysely'
import type { NestedList } from '../../database/nested-lists.ts'
import { isNotUnderBlocker } from '../visibility/visibility.ts'

/** The lists inside a post. */
const reactions = { owner: 'post_id', entry: 'member_id', order: 'at', member: sql`list.member_id` } as const
export const LIKED_BY: NestedList = { ...reactions, table: 'likes' }
export const DISLIKED_BY: NestedList = { ...reactions, table: 'dislikes' }
/** A comment whose author the viewer does not see keeps its place. */
export const COMMENTS: NestedList = {
  table: 'comments',
  owner: 'post_id',
  entry: 'id',
  order: 'id',
  where: isNotUnderBlocker,
}
