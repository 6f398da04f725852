import type { Connection, Database } from '../../database/database.ts'
import type { PostId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import type { Viewer } from '../../reading/viewer.ts'
import { findAuthor, lockPost } from '../posts/posts.queries.ts'
import { mayChangePost } from '../posts/posts.service.ts'
import { requireVisible } from '../visibility/visibility.ts'
import * as queries from './pins.queries.ts'

/** Pins a post in place of the one that was pinned before. @throws postUnknown, postPinForbidden, postAlreadyPinned */
export async function pinPost(db: Database, viewer: Viewer, post: PostId): Promise<void> {
  await db.write(async (transaction) => {
    await lockOwnPost(transaction, viewer, post)
    const isNew = await queries.putPin(transaction, { member: viewer.id, post })
    if (!isNew) throw new AppError('postAlreadyPinned')
  })
}

/** @throws postUnknown, postPinForbidden, postNotPinned */
export async function unpinPost(db: Database, viewer: Viewer, post: PostId): Promise<void> {
  await db.write(async (transaction) => {
    await lockOwnPost(transaction, viewer, post)
    const wasPinned = await queries.deletePin(transaction, { member: viewer.id, post })
    if (!wasPinned) throw new AppError('postNotPinned')
  })
}

/** @throws postUnknown, postPinForbidden */
async function lockOwnPost(transaction: Connection, viewer: Viewer, post: PostId): Promise<void> {
  const isThere = (await lockPost(transaction, post)) !== null
  const author = isThere ? await findAuthor(transaction, post) : null
  if (author === null) throw new AppError('postUnknown')
  await requireVisible(transaction, viewer.id, author, 'postUnknown')
  if (!mayChangePost(viewer.id, { author })) throw new AppError('postPinForbidden')
}
