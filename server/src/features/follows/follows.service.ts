import { type Connection, type Database, writeChange } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import type { Viewer } from '../../reading/viewer.ts'
import { notifyFollow } from '../notifications/causes/notify.ts'
import { lockSeen } from '../visibility/visibility.queries.ts'
import { deleteRequest, insertRequest } from './follow-requests.queries.ts'
import * as queries from './follows.queries.ts'

type Unchanged = 'alreadyFollowing' | 'alreadyRequested'

/**
 * A private member is asked.
 * @returns why nothing has changed; null if something has; @throws followSelf, memberUnknown
 */
export async function followMember(db: Database, viewer: Viewer, target: MemberId): Promise<Unchanged | null> {
  if (target === viewer.id) throw new AppError('followSelf')
  return writeChange(db, async (transaction) => {
    const { is_private: isPrivate } = await lockBoth(transaction, viewer.id, target)
    if (isPrivate === 1) return askToFollow(db, transaction, viewer.id, target)
    const isNew = await startFollow(db, transaction, viewer.id, target)
    if (!isNew) return 'alreadyFollowing'
    await notifyFollow(db, transaction, { follower: viewer.id, followed: target })
    return null
  })
}

/**
 * Takes a request back if there is no follow.
 * @returns why nothing has changed; null if something has; @throws memberUnknown
 */
export function unfollowMember(db: Database, viewer: Viewer, target: MemberId): Promise<'notFollowing' | null> {
  return db.write(async (transaction) => {
    await lockBoth(transaction, viewer.id, target)
    const end = () => endFollow(db, transaction, viewer.id, target)
    // Deleting a request waits for a concurrent acceptance of it, whose follow is visible afterwards.
    const isEnded =
      (await end()) || (await deleteRequest(transaction, { follower: viewer.id, followed: target })) || (await end())
    return isEnded ? null : 'notFollowing'
  })
}

/**
 * Both members must be locked.
 * @returns why there is nothing to change, and the caller must roll back; null if the target is asked now
 */
async function askToFollow(
  db: Database,
  transaction: Connection,
  viewer: MemberId,
  target: MemberId,
): Promise<Unchanged | null> {
  const isNew = await insertRequest(transaction, { follower: viewer, followed: target, at: db.ids.next() })
  // Read after the insertion, which waits for a concurrent acceptance of an earlier request.
  if (await queries.doesFollow(transaction, { follower: viewer, followed: target })) return 'alreadyFollowing'
  if (!isNew) return 'alreadyRequested'
  await notifyFollow(db, transaction, { follower: viewer, followed: target }, 'followRequest')
  return null
}

/** Both members must be locked. @returns false if the follower follows them already */
export async function startFollow(db: Database, transaction: Connection, follower: MemberId, followed: MemberId) {
  const at = db.ids.next()
  const isNew = await queries.insertFollow(transaction, { follower, followed, at })
  if (!isNew) return false
  await queries.countFollow(transaction, follower, followed, 1)
  await queries.recordFollowEvent(transaction, { at, follower_id: follower, followed_id: followed, delta: 1 })
  return true
}

/** Both members must be locked. @returns false if the follower did not follow them */
export async function endFollow(db: Database, transaction: Connection, follower: MemberId, followed: MemberId) {
  const wasFollowing = await queries.deleteFollow(transaction, { follower, followed })
  if (!wasFollowing) return false
  await queries.countFollow(transaction, follower, followed, -1)
  await queries.recordFollowEvent(transaction, {
    at: db.ids.next(),
    follower_id: follower,
    followed_id: followed,
    delta: -1,
  })
  return true
}

/**
 * Locks both against removal, against a block, and against becoming public or private.
 * @returns the target; @throws memberUnknown
 */
export async function lockBoth(transaction: Connection, viewer: MemberId, target: MemberId) {
  const seen = await lockSeen(transaction, viewer, target)
  if (!seen) throw new AppError('memberUnknown')
  return seen
}
