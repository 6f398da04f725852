import type { Connection, Database } from '../../database/database.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { releaseAllMedia } from '../media/records/uploads.queries.ts'
import { deletePins } from '../pins/pins.queries.ts'
import * as queries from '../posts/hidden-posts.queries.ts'
import { retirePosts } from '../posts/retired-posts.queries.ts'

/** For moderators. The posts are pinned no more. @returns how many were visible before */
export async function hidePosts(transaction: Connection, ids: readonly PostId[]): Promise<number> {
  const hidden = await queries.hidePosts(transaction, ids, Date.now())
  await deletePins(transaction, ids)
  await queries.countPosts(transaction, authorsOf(hidden), -1)
  return hidden.length
}

/** Makes a hidden post visible again. */
export async function showPost(transaction: Connection, id: PostId): Promise<void> {
  const author = await queries.showPost(transaction, id)
  if (author !== null) await queries.countPosts(transaction, [author], 1)
}

/** For moderators, who may delete any posts. */
export async function removePosts(db: Database, transaction: Connection, ids: readonly PostId[]): Promise<void> {
  const deleted = await queries.deletePosts(transaction, ids)
  await queries.countPosts(transaction, authorsOf(deleted.filter((post) => post.hidden_at === null)), -1)
  await releaseAllMedia(
    transaction,
    deleted.map((post) => post.media_url),
  )
  // The rest.
  await retirePosts(db, transaction, ids)
}

const authorsOf = (posts: readonly { readonly author_id: MemberId }[]) => posts.map((post) => post.author_id)
