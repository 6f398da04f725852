import type { Comment, RouteAnswer } from '@quack/contract'
import { call } from '../api/api.ts'
import { isViewer } from '../members/people.ts'
import type { CommentVersion, PostVersion } from '../offline/outbox-entry.ts'
import { putPost } from '../posts/posts.ts'
import { versionOf } from './versions.ts'

/** Pages of comments that are read to find one. */
const MOST_PAGES = 25

/** @throws postUnknown */
export async function readPostVersion(id: string): Promise<PostVersion> {
  const { post } = await call('GET /api/posts/:postId', { params: { postId: id }, query: { embed: 0 } })
  putPost(post)
  return versionOf(post)
}

/** Without a text if the comment is gone: it then differs from every edit. */
export async function readCommentVersion(postId: string, id: string): Promise<CommentVersion> {
  const found = await findComment(postId, (comment) => comment._id === id)
  return { text: found?.text ?? '' }
}

/** The `_id` of the viewer's newest comment with this text. */
export async function findOwnComment(postId: string, text: string): Promise<string | null> {
  const found = await findComment(postId, (comment) => isViewer(comment.username) && comment.text === text)
  return found?._id ?? null
}

type Page = RouteAnswer<'GET /api/comments/:postId'>

async function findComment(postId: string, isIt: (comment: Comment) => boolean): Promise<Comment | undefined> {
  let cursor: string | undefined
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const { comments, nextCursor }: Page = await readPage(postId, cursor)
    const found = comments.find(isIt)
    if (found || nextCursor === null) return found
    cursor = nextCursor
  }
  return undefined
}

function readPage(postId: string, cursor: string | undefined): Promise<Page> {
  const query = { limit: 100, embed: 0, ...(cursor === undefined ? {} : { cursor }) }
  return call('GET /api/comments/:postId', { params: { postId }, query })
}
