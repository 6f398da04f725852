import type { Connection } from '../../database/database.ts'
import { parseId } from '../../database/ids.ts'
import type { PostId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import { type Hidden, isHidden } from '../../reading/hidden.ts'
import type { Viewer } from '../../reading/viewer.ts'
import { findReadable } from '../visibility/audience.ts'
import { findAuthorRow, findIdByPublicId } from './posts.queries.ts'

/** The id of the post that an address names by `_id` or public id; null if no post has this public id. */
export async function findPostId(db: Connection, text: string): Promise<PostId | null> {
  // An `_id` is not looked up here: the next query shows whether the post exists.
  return parseId<PostId>(text) ?? findIdByPublicId(db, text)
}

/** @throws postUnknown */
export async function getPostId(db: Connection, text: string): Promise<PostId> {
  const id = await findPostId(db, text)
  if (id === null) throw new AppError('postUnknown')
  return id
}

/**
 * As getPostId, for callers whose own queries would not show that the post is gone, or that the viewer does not see it.
 * @throws postUnknown
 */
export async function getExistingPostId(
  db: Connection,
  text: string,
  { viewer, hidden }: { readonly viewer: Viewer | null; readonly hidden: Hidden },
): Promise<PostId> {
  const id = await getPostId(db, text)
  const author = await findAuthorRow(db, id)
  if (author === null || isHidden(hidden, author.id)) throw new AppError('postUnknown')
  const isReadable = await findReadable(db, viewer?.id ?? null, [author])
  if (!isReadable(author.id)) throw new AppError('postUnknown')
  return id
}
