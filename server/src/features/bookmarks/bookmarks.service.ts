import type { Database } from '../../database/database.ts'
import type { PostId } from '../../database/schema.ts'
import { AppError } from '../../http/errors.ts'
import type { Viewer } from '../../http/viewer.ts'
import { lockPost } from '../posts/posts.queries.ts'
import * as queries from './bookmarks.queries.ts'

/** @throws postUnknown, postAlreadyBookmarked */
export async function addBookmark(db: Database, viewer: Viewer, post: PostId): Promise<void> {
  await db.write(async (transaction) => {
    if (!(await lockPost(transaction, post))) throw new AppError('postUnknown')
    const isNew = await queries.insertBookmark(transaction, viewer.id, post, db.ids.next())
    if (!isNew) throw new AppError('postAlreadyBookmarked')
  })
}

/** @throws postUnknown, postNotBookmarked */
export async function removeBookmark(db: Database, viewer: Viewer, post: PostId): Promise<void> {
  await db.write(async (transaction) => {
    if (!(await lockPost(transaction, post))) throw new AppError('postUnknown')
    const wasThere = await queries.deleteBookmark(transaction, viewer.id, post)
    if (!wasThere) throw new AppError('postNotBookmarked')
  })
}
