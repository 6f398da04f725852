import type { Connection, Database } from '../../database/database.ts'
import type { PostId } from '../../database/schema.ts'
import { AppError } from '../../http/errors.ts'
import type { Viewer } from '../../http/viewer.ts'
import { lockPost } from '../posts/posts.lock.queries.ts'
import { requireVisible } from '../visibility/visibility.ts'
import * as queries from './bookmarks.queries.ts'

/** @throws postUnknown, postAlreadyBookmarked */
export async function addBookmark(db: Database, viewer: Viewer, post: PostId): Promise<void> {
  await db.write(async (transaction) => {
    await lockVisiblePost(transaction, viewer, post)
    const isNew = await queries.insertBookmark(transaction, viewer.id, post, db.ids.next())
    if (!isNew) throw new AppError('postAlreadyBookmarked')
  })
}

/** @throws postUnknown, postNotBookmarked */
export async function removeBookmark(db: Database, viewer: Viewer, post: PostId): Promise<void> {
  await db.write(async (transaction) => {
    await lockVisiblePost(transaction, viewer, post)
    const wasThere = await queries.deleteBookmark(transaction, viewer.id, post)
    if (!wasThere) throw new AppError('postNotBookmarked')
  })
}

/** @throws postUnknown */
async function lockVisiblePost(transaction: Connection, viewer: Viewer, post: PostId): Promise<void> {
  const author = await lockPost(transaction, post)
  if (author === null) throw new AppError('postUnknown')
  await requireVisible(transaction, viewer.id, author, 'postUnknown')
}
