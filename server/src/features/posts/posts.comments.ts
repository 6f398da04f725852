import type { Connection } from '../../database/database.ts'
import { listNewest } from '../../database/nested-lists.ts'
import type { CommentId, PostId } from '../../database/schema.ts'
import { NOTHING_HIDDEN } from '../../reading/hidden.ts'
import { type CommentRow, listNewestRows, listRows, listWeights } from '../comments/reading/comments.queries.ts'
import { COMMENTS, type PostRow } from './posts.queries.ts'

/** Up to this many comments are not weighed: with all their votes they weigh less than an answer may. */
const COMMENTS_FEW = 20

export interface PostComments {
  /** Of each post that has any, newest first. */
  readonly ids: ReadonlyMap<PostId, readonly CommentId[]>
  /** Null for so few comments that they are not weighed. */
  readonly weights: Awaited<ReturnType<typeof listWeights>> | null
  listRows(ids: readonly CommentId[]): Promise<readonly CommentRow[]>
}

/**
 * The newest comments of each post. Few are read at once; of many it is first decided which ones an answer can show.
 */
export async function listComments(db: Connection, posts: readonly PostRow[], embed: number): Promise<PostComments> {
  const commented = posts.filter((row) => row.comment_count > 0)
  const total = commented.reduce((sum, row) => sum + row.comment_count, 0)
  const owners = commented.map(({ id }) => id)
  if (total > 0 && total <= COMMENTS_FEW && commented.every((row) => row.comment_count <= embed)) {
    const rows = await listNewestRows(db, { posts: owners, count: COMMENTS_FEW })
    const groups = Map.groupBy(rows, (row) => row.post_id)
    const ids = new Map([...groups].map(([post, list]) => [post, list.slice(0, embed).map(({ id }) => id)]))
    return { ids, weights: null, listRows: async () => rows }
  }
  const ids = await listNewest<PostId, CommentId>(db, COMMENTS, owners, embed, NOTHING_HIDDEN.blocked)
  const all = [...ids.values()].flat()
  return {
    ids,
    weights: all.length > COMMENTS_FEW ? await listWeights(db, all) : null,
    listRows: (shown) => listRows(db, shown),
  }
}
