import type { Database } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import { requireOwn, type Viewer } from '../../reading/viewer.ts'
import { lockAlone } from '../members/members.queries.ts'
import * as queries from './follow-requests.queries.ts'
import { insertFollows } from './follows.queries.ts'
import { endFollow, lockBoth, startFollow } from './follows.service.ts'

/** @throws memberUnknown, followRequestUnknown */
export async function acceptRequest(db: Database, viewer: Viewer, requester: MemberId): Promise<void> {
  await db.write(async (transaction) => {
    await lockBoth(transaction, viewer.id, requester)
    const wasRequested = await queries.deleteRequest(transaction, { follower: requester, followed: viewer.id })
    if (!wasRequested) throw new AppError('followRequestUnknown')
    await startFollow(db, transaction, requester, viewer.id)
  })
}

/** @throws memberUnknown, followRequestUnknown */
export async function rejectRequest(db: Database, viewer: Viewer, requester: MemberId): Promise<void> {
  await db.write(async (transaction) => {
    await lockBoth(transaction, viewer.id, requester)
    const wasRequested = await queries.deleteRequest(transaction, { follower: requester, followed: viewer.id })
    if (!wasRequested) throw new AppError('followRequestUnknown')
  })
}

/** @throws guestFixed, memberUnknown, notFollower */
export async function removeFollower(db: Database, viewer: Viewer, follower: MemberId): Promise<void> {
  requireOwn(viewer)
  await db.write(async (transaction) => {
    await lockBoth(transaction, viewer.id, follower)
    const wasFollower = await endFollow(db, transaction, follower, viewer.id)
    if (!wasFollower) throw new AppError('notFollower')
  })
}

/**
 * Followers stay when a member becomes private. When a member becomes public, all requests become follows in the same
 * transaction, but for those of members who are being removed. So readers see a private member with requests, or a
 * public one with these followers, and nothing in between. A follow or request of somebody else is before it or after
 * it, because it locks the member too.
 * @throws guestFixed
 */
export async function setPrivate(db: Database, viewer: Viewer, isPrivate: boolean): Promise<void> {
  requireOwn(viewer)
  await db.write(async (transaction) => {
    const asking = isPrivate ? [] : await queries.listRequesters(transaction, viewer.id)
    // In the order of ids, as everybody locks members, so also those who ask.
    const locked = new Set(await lockAlone(transaction, [viewer.id, ...asking]))
    const hasChanged = await queries.updatePrivate(transaction, viewer.id, isPrivate, Date.now())
    if (!hasChanged || isPrivate) return
    const leaving = new Set(asking.filter((id) => !locked.has(id)))
    const requesters = await queries.deleteRequestsTo(transaction, viewer.id)
    const follows = requesters.filter((id) => !leaving.has(id)).map((follower) => ({ follower, at: db.ids.next() }))
    await insertFollows(transaction, viewer.id, follows)
  })
}
