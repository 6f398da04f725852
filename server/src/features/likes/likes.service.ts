import type { Database } from '../../database/database.ts'
import type { PostId } from '../../database/schema.ts'
import { AppError } from '../../http/errors.ts'
import type { Viewer } from '../../http/viewer.ts'
import { findAuthor } from '../posts/posts.queries.ts'
import * as queries from './likes.queries.ts'

/** likeCount rises by 1, the viewer joins likedBy and leaves dislikedBy. @throws postUnknown, postAlreadyLiked */
export async function likePost(db: Database, viewer: Viewer, post: PostId): Promise<void> {
  await db.write(async (transaction) => {
    if (!(await queries.raiseLikeCount(transaction, post))) throw new AppError('postUnknown')
    const isNew = await queries.insertReaction(transaction, 'likes', post, viewer.id, db.ids.next())
    if (!isNew) throw new AppError('postAlreadyLiked')
    await queries.countLikers(transaction, post, 1)
    await queries.deleteReaction(transaction, 'dislikes', post, viewer.id)
  })
}

/**
 * likeCount falls by 1, the viewer leaves likedBy and joins dislikedBy. What is checked first is part of the contract:
 * the count, then the earlier dislike. @throws postUnknown, likeCountZero, postAlreadyDisliked
 */
export async function dislikePost(db: Database, viewer: Viewer, post: PostId): Promise<void> {
  await db.write(async (transaction) => {
    if (!(await queries.lowerLikeCount(transaction, post))) {
      const isThere = (await findAuthor(transaction, post)) !== null
      throw new AppError(isThere ? 'likeCountZero' : 'postUnknown')
    }
    const isNew = await queries.insertReaction(transaction, 'dislikes', post, viewer.id, db.ids.next())
    if (!isNew) throw new AppError('postAlreadyDisliked')
    const wasLiked = await queries.deleteReaction(transaction, 'likes', post, viewer.id)
    if (wasLiked) await queries.countLikers(transaction, post, -1)
  })
}
