import type { Connection, Database } from '../../database/database.ts'
import type { PostId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import type { Viewer } from '../../reading/viewer.ts'
import { lockPost } from '../posts/posts.queries.ts'
import { requireVisible } from '../visibility/visibility.ts'
import * as queries from './bookmarks.queries.ts'

/** @returns why nothing has changed; null if something has; @throws postUnknown */
export function addBookmark(db: Database, viewer: Viewer, post: PostId): Promise<'postAlreadyBookmarked' | null> {
  return db.write(async (transaction) => {
    await lockVisiblePost(transaction, viewer, post)
    const isNew = await queries.insertBookmark(transaction, viewer.id, post, db.ids.next())
    return isNew ? null : 'postAlreadyBookmarked'
  })
}

/** @returns why nothing has changed; null if something has; @throws postUnknown */
export function removeBookmark(db: Database, viewer: Viewer, post: PostId): Promise<'postNotBookmarked' | null> {
  return db.write(async (transaction) => {
    await lockVisiblePost(transaction, viewer, post)
    const wasThere = await queries.deleteBookmark(transaction, viewer.id, post)
    return wasThere ? null : 'postNotBookmarked'
  })
}

/** @throws postUnknown */
async function lockVisiblePost(transaction: Connection, viewer: Viewer, post: PostId): Promise<void> {
  const author = await lockPost(transaction, post)
  if (author === null) throw new AppError('postUnknown')
  await requireVisible(transaction, viewer.id, author, 'postUnknown')
}
