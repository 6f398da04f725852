import type { Post } from '@quack/contract'
import type { Connection } from '../../database/database.ts'
import { listNewest } from '../../database/newest.ts'
import type { CommentId, MemberId, PostId } from '../../database/schema.ts'
import { AppError } from '../../http/errors.ts'
import type { Hydration } from '../../http/list-query.ts'
import { hydrateComments } from '../comments/comments.hydrate.ts'
import { listWeights } from '../comments/comments.queries.ts'
import { hydrateSummaries } from '../members/members.hydrate.ts'
import { viewerFirst } from '../members/members.view.ts'
import * as queries from './posts.queries.ts'
import { postView } from './posts.view.ts'
import { createScale } from './posts.weight.ts'

export interface HydratedPosts {
  readonly posts: Post[]
  /** How many of the ids were taken, from the first on; fewer than all when the answer would have grown too large. */
  readonly taken: number
}

/**
 * Posts in the order of their ids; those that are gone meanwhile are left out. The number of queries is constant, and
 * what would make the answer too large is left out before the lists inside it are read.
 */
export async function hydratePosts(
  db: Connection,
  ids: readonly PostId[],
  hydration: Hydration,
): Promise<HydratedPosts> {
  if (ids.length === 0) return { posts: [], taken: 0 }
  const { viewer, embed } = hydration
  const scale = createScale(embed)
  const rows = new Map((await queries.listRows(db, ids)).map((row) => [row.id, row]))
  let taken = scale.fit(ids, (id) => scale.weighPost(rows.get(id)))

  const commentIds = await listNewest<PostId, CommentId>(db, queries.COMMENTS, ids.slice(0, taken), embed)
  if (commentIds.size > 0) {
    const weights = await listWeights(db, [...commentIds.values()].flat())
    taken = scale.fit(ids.slice(0, taken), (id) => {
      const comments = (commentIds.get(id) ?? []).map((commentId) => scale.weighComment(weights.get(commentId)))
      return comments.reduce((sum, weight) => sum + weight, scale.weighPost(rows.get(id)))
    })
  }

  const shown = ids.slice(0, taken)
  const marks = viewer === null ? null : await queries.listViewerMarks(db, viewer, shown)
  const likes = await listNewest<PostId, MemberId>(db, queries.LIKED_BY, shown, embed)
  const dislikes = await listNewest<PostId, MemberId>(db, queries.DISLIKED_BY, shown, embed)
  const summaries = await hydrateSummaries(db, [...likes.values(), ...dislikes.values()], viewer)
  const comments = await hydrateComments(
    db,
    shown.flatMap((id) => commentIds.get(id) ?? []),
    hydration,
  )

  const posts = shown.flatMap((id) => {
    const row = rows.get(id)
    if (!row) return []
    const liked = marks?.liked.has(id) ?? false
    const disliked = marks?.disliked.has(id) ?? false
    return postView({
      row,
      likedBy: summaries.list(viewerFirst(likes.get(id), viewer, liked, embed)),
      dislikedBy: summaries.list(viewerFirst(dislikes.get(id), viewer, disliked, embed)),
      comments: (commentIds.get(id) ?? []).flatMap((commentId) => comments.get(commentId) ?? []),
      viewer: marks ? { liked, disliked, bookmarked: marks.bookmarked.has(id) } : undefined,
    })
  })
  return { posts, taken }
}

/** @throws postUnknown when the post is gone */
export async function getPost(db: Connection, id: PostId, hydration: Hydration): Promise<Post> {
  const [post] = (await hydratePosts(db, [id], hydration)).posts
  if (!post) throw new AppError('postUnknown')
  return post
}
