import type { Database } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import { AppError } from '../../http/errors.ts'
import type { Viewer } from '../../http/viewer.ts'
import { lockMember } from '../members/members.queries.ts'
import * as queries from './follows.queries.ts'

/** @throws followSelf, memberUnknown, alreadyFollowing */
export async function followMember(db: Database, viewer: Viewer, target: MemberId): Promise<void> {
  if (target === viewer.id) throw new AppError('followSelf')
  await db.write(async (transaction) => {
    if (!(await lockMember(transaction, target))) throw new AppError('memberUnknown')
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
    if (!(await lockMember(transaction, target))) throw new AppError('memberUnknown')
    const wasFollowing = await queries.deleteFollow(transaction, viewer.id, target)
    if (!wasFollowing) throw new AppError('notFollowing')
    await queries.countFollow(transaction, viewer.id, target, -1)
    await queries.recordFollowEvent(transaction, db.ids.next(), viewer.id, target, -1)
  })
}
