import type { Connection, Database } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import { recordFollowEvents } from '../follows/follows.queries.ts'
import * as queries from './removal.queries.ts'

export async function removeFollowing(
  db: Database,
  transaction: Connection,
  member: MemberId,
  batch: number,
): Promise<number> {
  const from = { table: 'follows', owner: 'follower_id', of: 'followed_id' }
  const follows = await queries.deleteOwn<{ followed_id: MemberId }>(transaction, from, member, batch)
  const others = follows.map((row) => row.followed_id)
  await queries.decrement(transaction, 'members', 'followers_count', others)
  await recordFollowEvents(
    transaction,
    others.map((other) => ({ at: db.ids.next(), follower_id: member, followed_id: other, delta: -1 })),
  )
  return others.length
}

export async function removeFollowers(
  db: Database,
  transaction: Connection,
  member: MemberId,
  batch: number,
): Promise<number> {
  const from = { table: 'follows', owner: 'followed_id', of: 'follower_id' }
  const follows = await queries.deleteOwn<{ follower_id: MemberId }>(transaction, from, member, batch)
  const others = follows.map((row) => row.follower_id)
  await queries.decrement(transaction, 'members', 'following_count', others)
  await recordFollowEvents(
    transaction,
    others.map((other) => ({ at: db.ids.next(), follower_id: other, followed_id: member, delta: -1 })),
  )
  return others.length
}
