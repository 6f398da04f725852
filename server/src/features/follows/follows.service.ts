import type { Connection, Database } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import { AppError } from '../../http/errors.ts'
import type { Viewer } from '../../http/viewer.ts'
import { lockMembers } from '../members/members.queries.ts'
import { listBlocksAmong } from '../members/visibility.queries.ts'
import * as queries from './follows.queries.ts'

/** @throws followSelf, memberUnknown, alreadyFollowing */
export async function followMember(db: Database, viewer: Viewer, target: MemberId): Promise<void> {
  if (target === viewer.id) throw new AppError('followSelf')
  await db.write(async (transaction) => {
    await lockBoth(transaction, viewer.id, target)
    const at = db.ids.next()
    const isNew = await queries.insertFollow(transaction, viewer.id, target, at)
    if (!isNew) throw new AppError('alreadyFollowing')
    await queries.countFollow(transaction, viewer.id, target, 1)
    await queries.recordFollowEvent(transaction, at, viewer.id, target, 1)
  })
}

/** @throws memberUnknown, notFollowing */
export async function unfollowMember(db: Database, viewer: Viewer, target: MemberId): Promise<void> {
  await db.write(async (transaction) => {
    await lockBoth(transaction, viewer.id, target)
    const wasFollowing = await endFollow(db, transaction, viewer.id, target)
    if (!wasFollowing) throw new AppError('notFollowing')
  })
}

/** Both members must be locked. @returns false if the follower did not follow them */
export async function endFollow(db: Database, transaction: Connection, follower: MemberId, followed: MemberId) {
  const wasFollowing = await queries.deleteFollow(transaction, follower, followed)
  if (!wasFollowing) return false
  await queries.countFollow(transaction, follower, followed, -1)
  await queries.recordFollowEvent(transaction, db.ids.next(), follower, followed, -1)
  return true
}

/** Locks both against removal and against a block. @throws memberUnknown */
async function lockBoth(transaction: Connection, viewer: MemberId, target: MemberId): Promise<void> {
  if (!(await lockMembers(transaction, viewer, target))) throw new AppError('memberUnknown')
  const isBlocked = (await listBlocksAmong(transaction, [viewer, target])).length > 0
  if (isBlocked) throw new AppError('memberUnknown')
}
