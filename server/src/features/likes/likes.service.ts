import { type Connection, type Database, writeChange } from '../../database/database.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import type { Viewer } from '../../reading/viewer.ts'
import { notifyOfPost } from '../notifications/causes/notify.ts'
import { requireVisible } from '../visibility/visibility.ts'
import * as queries from './likes.queries.ts'

/**
 * Adds 1 to likeCount and moves the viewer from dislikedBy to likedBy.
 * @returns why nothing has changed; null if something has; @throws postUnknown
 */
export function likePost(db: Database, viewer: Viewer, post: PostId): Promise<'postAlreadyLiked' | null> {
  return writeChange(db, async (transaction) => {
    const found = await queries.countLike(transaction, post)
    if (!found) throw new AppError('postUnknown')
    const { author, dislikes } = found
    const at = db.ids.next()
    const lists = { from: 'dislikes', count: dislikes, to: 'likes' } as const
    const { wasFrom, wasTo } = await react(transaction, viewer, { post, author }, lists, at)
    if (wasTo) return 'postAlreadyLiked'
    if (wasFrom) await queries.lowerDislikes(transaction, post)
    await queries.recordLikeEvent(transaction, at, post, 1)
    await notifyOfPost(db, transaction, 'like', { post, author, actor: viewer.id })
    return null
  })
}

/**
 * Subtracts 1 from likeCount and moves the viewer from likedBy to dislikedBy. The contract fixes the order of the
 * checks: first the count, then the earlier dislike.
 * @returns why nothing has changed; null if something has; @throws postUnknown, likeCountZero
 */
export function dislikePost(db: Database, viewer: Viewer, post: PostId): Promise<'postAlreadyDisliked' | null> {
  return writeChange(db, async (transaction) => {
    const { likeCount, wasDisliked } = await moveToDislikes(db, transaction, viewer, post)
    if (likeCount === 0) throw new AppError('likeCountZero')
    return wasDisliked ? 'postAlreadyDisliked' : null
  })
}

/**
 * As dislikePost, but only for a post that the viewer likes. A count that is 0, because others dislike the post without
 * having liked it, stays 0.
 * @returns why nothing has changed; null if something has; @throws postUnknown
 */
export function unlikePost(db: Database, viewer: Viewer, post: PostId): Promise<'postNotLiked' | null> {
  return writeChange(db, async (transaction) => {
    const { wasLiked } = await moveToDislikes(db, transaction, viewer, post)
    return wasLiked ? null : 'postNotLiked'
  })
}

/** @returns what was so before; if the viewer disliked the post, the caller must roll back; @throws postUnknown */
async function moveToDislikes(db: Database, transaction: Connection, viewer: Viewer, post: PostId) {
  const found = await queries.lockForDislike(transaction, post)
  if (!found) throw new AppError('postUnknown')
  const { author, likeCount, likes } = found
  const at = db.ids.next()
  const lists = { from: 'likes', count: likes, to: 'dislikes' } as const
  const { wasFrom, wasTo } = await react(transaction, viewer, { post, author }, lists, at)
  if (!wasTo) {
    const step = likeCount > 0 ? 1 : 0
    await queries.countDislike(transaction, post, { likeCount: step, likedBy: wasFrom ? 1 : 0 })
    if (step === 1) await queries.recordLikeEvent(transaction, at, post, -1)
  }
  return { likeCount, wasLiked: wasFrom, wasDisliked: wasTo }
}

/** @returns as moveReaction; @throws postUnknown, also after it has changed the lists */
async function react(
  transaction: Connection,
  viewer: Viewer,
  { post, author }: { post: PostId; author: MemberId },
  lists: Parameters<typeof queries.moveReaction>[1],
  at: number,
) {
  // In one exchange with PostgreSQL. The first statement of it locks the members, in the order in which everybody does.
  const [, moved] = await Promise.all([
    requireVisible(transaction, viewer.id, author, 'postUnknown'),
    queries.moveReaction(transaction, lists, post, viewer.id, at),
  ])
  return moved
}
