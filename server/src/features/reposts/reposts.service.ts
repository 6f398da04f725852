import { type Connection, type Database, writeChange } from '../../database/database.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import { requireOwn, type Viewer } from '../../reading/viewer.ts'
import { lockBoth } from '../follows/follows.service.ts'
import { notifyOfPost } from '../notifications/causes/notify.ts'
import { isForFollowers } from '../visibility/audience.ts'
import { requireVisible } from '../visibility/visibility.ts'
import * as queries from './reposts.queries.ts'

/**
 * A repost stays when the post is no longer for everyone, or its author forbids it: lists decide what they show.
 * @returns why nothing has changed; null if something has; @throws postUnknown, repostOwn, repostForbidden
 */
export function repostPost(db: Database, viewer: Viewer, post: PostId): Promise<'reposted' | null> {
  return writeChange(db, async (transaction) => {
    // First, as likes do: it locks the post, against an edit that forbids it too.
    const found = await queries.countRepost(transaction, { id: post })
    if (!found) throw new AppError('postUnknown')
    const { author } = found
    const audience = await requireVisible(transaction, viewer.id, author, 'postUnknown')
    if (!audience) throw new AppError('repostOwn')
    if (found.who_may_repost === 'nobody' || isForFollowers(audience)) throw new AppError('repostForbidden')
    const isNew = await queries.insertRepost(transaction, { id: db.ids.next(), post, member: viewer.id })
    if (!isNew) return 'reposted'
    await notifyOfPost(db, transaction, 'repost', { post, author, actor: viewer.id })
    return null
  })
}

/** @returns why nothing has changed; null if something has; @throws postUnknown */
export function undoRepost(db: Database, viewer: Viewer, post: PostId): Promise<'notReposted' | null> {
  return db.write(async (transaction) => {
    const found = await queries.lockForUndo(transaction, { id: post })
    if (!found) throw new AppError('postUnknown')
    await requireVisible(transaction, viewer.id, found.author, 'postUnknown')
    if (!(await queries.deleteRepost(transaction, { post, member: viewer.id }))) return 'notReposted'
    await queries.uncountRepost(transaction, { id: post })
    return null
  })
}

/** Of a member whom the viewer follows. @throws memberUnknown, notFollowing */
export async function hideReposts(db: Database, viewer: Viewer, target: MemberId): Promise<void> {
  await db.write(async (transaction) => {
    const isFollowing = await setHidesReposts(transaction, viewer, target, true)
    if (!isFollowing) throw new AppError('notFollowing')
  })
}

/** @throws memberUnknown */
export async function showReposts(db: Database, viewer: Viewer, target: MemberId): Promise<void> {
  await db.write((transaction) => setHidesReposts(transaction, viewer, target, false))
}

/** @returns false if the viewer does not follow them */
async function setHidesReposts(transaction: Connection, viewer: Viewer, target: MemberId, hides: boolean) {
  await lockBoth(transaction, viewer.id, target)
  return queries.updateHidesReposts(transaction, { follower: viewer.id, followed: target }, hides)
}

/** @throws guestFixed */
export async function setRules(db: Database, viewer: Viewer, rules: queries.Rules): Promise<void> {
  requireOwn(viewer)
  await db.write((transaction) => queries.updateRules(transaction, viewer.id, rules))
}
