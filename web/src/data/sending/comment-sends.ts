import type { Comment, RouteAnswer } from '@quack/contract'
import { EDIT_GRACE_MS } from '@quack/contract/rules/limits'
import { mentionsIn } from '@quack/contract/rules/references'
import { call } from '../api/api.ts'
import { isRefusal } from '../api/api-errors.ts'
import { MINIMAL } from '../api/http.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { invalidate, repeatReads } from '../cache/read-again.ts'
import { type LiveComment, orGone, takePost } from '../comments/comments.ts'
import { addComment, dropComment, patchComment } from '../comments/edit-comments.ts'
import { isViewer } from '../members/people.ts'
import type { CommentVersion } from '../offline/outbox-entry.ts'
import { getPost, refreshPost } from '../posts/posts.ts'
import { sendsOf } from './content.ts'
import { newComment } from './requests.ts'

interface New {
  text: string
  /** The comment that it answers. */
  answering: string | undefined
}
interface Place {
  postId: string
  text: string
}

const answered = { query: { embed: 0 }, headers: MINIMAL } as const

export const commentSends = sendsOf<New, Place, Place, CommentVersion, Comment>({
  later: { edit: 'editComment', removal: 'deleteComment' },
  editOf: (postId, { text }) => ({ postId, text }),
  removalOf: (postId, { text }) => ({ postId, text }),
  versionOf: ({ text }) => ({ text }),
  gone: 'commentUnknown',
  needs: ({ answering }) => answering !== undefined,
  /** The answer lacks the comment if another one is newer, or the server has normalised the text. */
  async create(postId, body, key) {
    const { route, input } = newComment(postId, body, key, 1)
    const answer = await orGone(postId, call(route, input)).catch((error) => {
      if (isRefusal(error, 'commentsClosed')) refreshRule(postId)
      throw error
    })
    takePost(answer)
    return answer.post?.comments.find(isOwn(body)) ?? null
  },
  find: async (postId, body) => (await findComment(postId, isOwn(body)))?._id ?? null,
  async change(commentId, { postId, text }, basedOn) {
    const input = { params: { postId, commentId }, ...answered, body: { commentData: { text }, basedOn } }
    takePost(await orGone(postId, call('POST /api/comments/edit/:postId/:commentId', input)))
    return null
  },
  /** Without a text if the comment is gone: it then differs from every edit. */
  async read(id, { postId }) {
    const found = await findComment(postId, (comment) => comment._id === id)
    return { text: found?.text ?? '' }
  },
  async remove(commentId, { postId }) {
    const input = { params: { postId, commentId }, ...answered }
    try {
      takePost(await orGone(postId, call('POST /api/comments/delete/:postId/:commentId', input)))
    } catch (error) {
      // If the post is gone, so are its comments.
      if (!isRefusal(error, 'commentUnknown') && !isRefusal(error, 'postUnknown')) throw error
    }
  },
  showNew(postId, made) {
    if (!made) {
      void invalidate({ queryKey: queryKeys.comments(postId) })
      return
    }
    addComment(postId, made)
    repeatReads(queryKeys.comments(postId))
  },
  showChanged({ target, body: { postId, text } }) {
    const updatedAt = new Date().toISOString()
    // As the server decides it. Its answer has no comments.
    const isTraced = (comment: LiveComment) =>
      comment.text !== text && Date.now() - Date.parse(comment.createdAt) >= EDIT_GRACE_MS
    patchComment(postId, target, (comment) => ({
      ...comment,
      ...(isTraced(comment) && { editedAt: updatedAt }),
      ...{ text, updatedAt },
    }))
    const queryKey = queryKeys.comments(postId)
    // The response does not say whom the text mentions now.
    if (mentionsIn(text).length > 0) void invalidate({ queryKey })
    else repeatReads(queryKey)
  },
  drop: (id, { postId }) => dropComment(postId, id),
})

/** Refetches what says whether the viewer may comment: the post, and whether its author follows the viewer. */
function refreshRule(postId: string): void {
  void refreshPost(postId)
  const username = getPost(postId)?.username
  if (username !== undefined) void invalidate({ queryKey: queryKeys.profile(username) })
}

function isOwn({ text, answering }: New) {
  return (comment: Comment): boolean =>
    isViewer(comment.username) && comment.text === text && comment.answering?._id === answering
}

/** Pages of comments that are read to find one. */
const MOST_PAGES = 25

/** The newest comment that is meant. */
async function findComment(postId: string, isMeant: (comment: Comment) => boolean): Promise<Comment | undefined> {
  let cursor: string | undefined
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const query = { limit: 100, embed: 0, ...(cursor === undefined ? {} : { cursor }) }
    const input = { params: { postId }, query }
    const { comments, nextCursor }: RouteAnswer<'GET /api/comments/:postId'> = await call(
      'GET /api/comments/:postId',
      input,
    )
    const found = comments.find(isMeant)
    if (found || nextCursor === null) return found
    cursor = nextCursor
  }
  return undefined
}
