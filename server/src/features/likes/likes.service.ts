import type { Database } from '../../database/database.ts'
import type { PostId } from '../../database/schema.ts'
import { AppError } from '../../http/errors.ts'
import type { Viewer } from '../../http/viewer.ts'
import { notifyLike } from '../notify/notify.ts'
import { findAuthor } from '../posts/posts.queries.ts'
import { requireVisible } from '../visibility/visibility.ts'
import * as queries from './likes.queries.ts'

/** Adds 1 to likeCount and moves the viewer from dislikedBy to likedBy. @throws postUnknown, postAlreadyLiked */
export async function likePost(db: Database, viewer: Viewer, post: PostId): Promise<void> {
  await db.write(async (transaction) => {
    const author = await queries.countLike(transaction, post)
    if (author === null) throw new AppError('postUnknown')
    await requireVisible(transaction, viewer.id, author, 'postUnknown')
    const at = db.ids.next()
    const isNew = await queries.moveReaction(transaction, { from: 'dislikes', to: 'likes' }, post, viewer.id, at)
    if (!isNew) throw new AppError('postAlreadyLiked')
    await queries.recordLikeEvent(transaction, at, post, 1)
    await notifyLike(db, transaction, { post, author, actor: viewer.id })
  })
}

/**
 * Subtracts 1 from likeCount and moves the viewer from likedBy to dislikedBy. The contract fixes the order of the
 * checks: first the count, then the earlier dislike. @throws postUnknown, likeCountZero, postAlreadyDisliked
 */
export async function dislikePost(db: Database, viewer: Viewer, post: PostId): Promise<void> {
  await db.write(async (transaction) => {
    const author = await queries.countDislike(transaction, post)
    if (author === null) {
      const present = await findAuthor(transaction, post)
      if (present === null) throw new AppError('postUnknown')
      await requireVisible(transaction, viewer.id, present, 'postUnknown')
      throw new AppError('likeCountZero')
    }
    await requireVisible(transaction, viewer.id, author, 'postUnknown')
    const at = db.ids.next()
    const isNew = await queries.moveReaction(transaction, { from: 'likes', to: 'dislikes' }, post, viewer.id, at)
    if (!isNew) throw new AppError('postAlreadyDisliked')
    await queries.recordLikeEvent(transaction, at, post, -1)
  })
}
