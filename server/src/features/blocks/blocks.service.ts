import type { Connection, Database } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import { requireOwn, type Viewer } from '../../reading/viewer.ts'
import { deleteRequestsBetween } from '../follows/follow-requests.queries.ts'
import { endFollow } from '../follows/follows.service.ts'
import { lockAlone } from '../members/members.queries.ts'
import { listBlocksAmong } from '../visibility/visibility.queries.ts'
import * as queries from './blocks.queries.ts'

/** Ends both follows, and deletes requests to follow. @throws guestFixed, blockSelf, memberUnknown, alreadyBlocked */
export async function blockMember(db: Database, viewer: Viewer, target: MemberId): Promise<void> {
  requireOwn(viewer)
  if (target === viewer.id) throw new AppError('blockSelf')
  await db.write(async (transaction) => {
    await lockBoth(transaction, viewer.id, target)
    const isNew = await queries.insertBlock(transaction, viewer.id, target, db.ids.next())
    if (!isNew) throw new AppError('alreadyBlocked')
    await endFollow(db, transaction, viewer.id, target)
    await endFollow(db, transaction, target, viewer.id)
    await deleteRequestsBetween(transaction, viewer.id, target)
  })
}

/** @throws guestFixed, memberUnknown, notBlocked */
export async function unblockMember(db: Database, viewer: Viewer, target: MemberId): Promise<void> {
  requireOwn(viewer)
  await db.write(async (transaction) => {
    await lockBoth(transaction, viewer.id, target)
    const wasBlocked = await queries.deleteBlock(transaction, viewer.id, target)
    if (!wasBlocked) throw new AppError('notBlocked')
  })
}

/** @throws memberUnknown, also if the target has blocked the viewer */
async function lockBoth(transaction: Connection, viewer: MemberId, target: MemberId): Promise<void> {
  const there = await lockAlone(transaction, [viewer, target])
  const blocks = await listBlocksAmong(transaction, { members: [viewer, target] })
  const isBlocked = blocks.some((block) => block.blocker_id === target && block.blocked_id === viewer)
  if (!there.includes(target) || isBlocked) throw new AppError('memberUnknown')
}
