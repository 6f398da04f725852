import type { WhoMayQuote, WhoMayRepost } from '@quack/contract'
import { sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import type { NestedList } from '../../database/nested-lists.ts'
import { cursorCodec, ID_CODEC } from '../../database/paging.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { isPostVisible } from '../visibility/visibility.ts'

type Post = { readonly id: PostId }
type Repost = { readonly post: PostId; readonly member: MemberId }

/**
 * Adds a repost to the count, which locks the post until the transaction ends.
 * @returns undefined if there is no such post
 */
export const countRepost = prepared((db, { id }: Post) =>
  db
    .updateTable('posts')
    .set((eb) => ({ repost_count: eb('repost_count', '+', 1) }))
    .where('id', '=', id)
    .where(isPostVisible)
    .returning(['author_id as author', 'who_may_repost']),
).first

/** Locks a post as countRepost does. @returns undefined if there is no such post */
export const lockForUndo = prepared((db, { id }: Post) =>
  db
    .selectFrom('posts')
    .select('author_id as author')
    .where('id', '=', id)
    .where(isPostVisible)
    .$if(isPostgres(db), (query) => query.forNoKeyUpdate()),
).first

export const uncountRepost = prepared((db, { id }: Post) =>
  db
    .updateTable('posts')
    .set((eb) => ({ repost_count: eb('repost_count', '-', 1) }))
    .where('id', '=', id),
).send

/** @returns false if the member has reposted it already */
export const insertRepost = prepared((db, { id, post, member }: Repost & { id: number }) =>
  db
    .insertInto('reposts')
    .values({ id, member_id: member, post_id: post })
    .onConflict((conflict) => conflict.columns(['member_id', 'post_id']).doNothing()),
).changes

/** @returns false if there was none */
export const deleteRepost = prepared((db, { post, member }: Repost) =>
  db.deleteFrom('reposts').where('member_id', '=', member).where('post_id', '=', post),
).changes

export const findRepost = prepared((db, { post, member }: Repost) =>
  db.selectFrom('reposts').select('id').where('member_id', '=', member).where('post_id', '=', post),
).first

export const REPOSTED_BY: NestedList = {
  table: 'reposts',
  owner: 'post_id',
  entry: 'member_id',
  order: 'id',
  member: sql`list.member_id`,
}
export const REPOSTS = { list: REPOSTED_BY, codec: cursorCodec('reposts', { at: ID_CODEC }) }

/** @returns false if the follower does not follow them */
export async function updateHidesReposts(
  db: Connection,
  { follower, followed }: { follower: MemberId; followed: MemberId },
  hides: boolean,
): Promise<boolean> {
  const result = await db
    .updateTable('follows')
    .set({ hides_reposts: hides ? 1 : 0 })
    .where('follower_id', '=', follower)
    .where('followed_id', '=', followed)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** What new posts of a member allow. */
export interface Rules {
  readonly whoMayRepost?: WhoMayRepost
  readonly whoMayQuote?: WhoMayQuote
}

export async function updateRules(db: Connection, member: MemberId, rules: Rules): Promise<void> {
  const { whoMayRepost: who_may_repost, whoMayQuote: who_may_quote } = rules
  const change = { ...(who_may_repost && { who_may_repost }), ...(who_may_quote && { who_may_quote }) }
  if (Object.keys(change).length === 0) return
  await db.updateTable('members').set(change).where('id', '=', member).execute()
}
