import type { Post } from '@quack/contract'
import type { Connection } from '../../database/database.ts'
import { listNewest } from '../../database/newest.ts'
import type { CommentId, MemberId, PostId } from '../../database/schema.ts'
import { AppError } from '../../http/errors.ts'
import type { Hydration } from '../../http/list-query.ts'
import { hydrateComments } from '../comments/comments.hydrate.ts'
import { hydrateSummaries } from '../members/members.hydrate.ts'
import { viewerFirst } from '../members/members.view.ts'
import * as queries from './posts.queries.ts'
import { postView } from './posts.view.ts'

/** Posts in the order of their ids; those that are gone meanwhile are left out. The number of queries is constant. */
export async function hydratePosts(db: Connection, ids: readonly PostId[], hydration: Hydration): Promise<Post[]> {
  if (ids.length === 0) return []
  const { viewer, embed } = hydration
  const rows = new Map((await queries.listRows(db, ids)).map((row) => [row.id, row]))
  const marks = viewer === null ? null : await queries.listViewerMarks(db, viewer, ids)
  const likes = await listNewest<PostId, MemberId>(db, queries.LIKED_BY, ids, embed)
  const dislikes = await listNewest<PostId, MemberId>(db, queries.DISLIKED_BY, ids, embed)
  const summaries = await hydrateSummaries(db, [...likes.values(), ...dislikes.values()], viewer)
  const commentIds = await listNewest<PostId, CommentId>(db, queries.COMMENTS, ids, embed)
  const comments = await hydrateComments(db, [...commentIds.values()].flat(), hydration)

  return ids.flatMap((id) => {
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
}

/** @throws postUnknown when the post is gone */
export async function getPost(db: Connection, id: PostId, hydration: Hydration): Promise<Post> {
  const [post] = await hydratePosts(db, [id], hydration)
  if (!post) throw new AppError('postUnknown')
  return post
}
