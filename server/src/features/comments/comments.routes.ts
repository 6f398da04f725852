import { type Comment, ENDPOINTS } from '@quack/contract'
import { isBlank } from '@quack/contract/rules/text'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { rangeOf } from '../../database/paging.ts'
import type { CommentId, PostId } from '../../database/schema.ts'
import { bind } from '../../http/calls/bind.ts'
import { AppError, requireChange } from '../../http/errors/errors.ts'
import { readEntityPage } from '../../reading/entity-page.ts'
import { type Hydration, hydrationOf, prefersMinimal } from '../../reading/list-query.ts'
import { idempotencyKeyOf } from '../idempotency/idempotency.ts'
import { getExistingPostId, getPostId } from '../posts/post-ids.ts'
import type { PostPages } from '../posts/post-pages.ts'
import { answerWrite } from '../posts/posts.answer.ts'
import {
  addComment,
  deleteComment,
  editComment,
  getPlaced,
  parseCommentId,
  removeVote,
  setCommentHidden,
  voteOnComment,
} from './comments.service.ts'
import { countUnseenTops, listTops } from './reading/branches.queries.ts'
import { hydrateTops, readBranch } from './reading/branches.ts'
import { hydrateCommentList, hydrateComments } from './reading/comments.hydrate.ts'
import { COMMENTS_CURSOR, countUnderBlocker, listIdsNewestFirst, listRows } from './reading/comments.queries.ts'

export function registerComments(app: FastifyInstance, db: Database, pages: PostPages): void {
  async function listComments(postId: PostId, query: { limit?: number; cursor?: string }, hydration: Hydration) {
    const { entities, nextCursor } = await readEntityPage(
      COMMENTS_CURSOR,
      query,
      (page) => listIdsNewestFirst(db.read, postId, page),
      (ids: readonly CommentId[]) => hydrateCommentList(db.read, ids, hydration),
    )
    return { comments: entities, nextCursor }
  }

  async function listBranches(postId: PostId, query: { limit?: number; cursor?: string }, hydration: Hydration) {
    const { entities, nextCursor } = await readEntityPage(
      COMMENTS_CURSOR,
      query,
      (page) => listTops(db.read, postId, page),
      (ids: readonly CommentId[]) => hydrateTops(db.read, postId, ids, hydration),
    )
    return { comments: entities, nextCursor }
  }

  async function getComment(id: CommentId, hydration: Hydration): Promise<Comment> {
    const made = (await hydrateComments(db.read, await listRows(db.read, [id]), hydration)).get(id)
    if (!made) throw new AppError('commentUnknown')
    return made.comment
  }

  bind(app, ENDPOINTS.listComments, async ({ params, query }, { viewer, hidden }) => {
    const postId = await getExistingPostId(db.read, params.postId, { viewer, hidden })
    const hydration = hydrationOf({ viewer, hidden }, query)
    const isTree = query.as === 'tree'
    const page = await (isTree ? listBranches : listComments)(postId, query, hydration)
    const range = rangeOf(COMMENTS_CURSOR, query.cursor, page.nextCursor)
    return { ...page, hiddenCount: await (isTree ? countUnseenTops : countUnderBlocker)(db.read, postId, range) }
  })

  bind(app, ENDPOINTS.getBranch, async ({ params, query }, { viewer, hidden }) => {
    const placed = await getPlaced(db.read, parseCommentId(params.commentId), { viewer, hidden })
    return readBranch(db.read, placed, query, hydrationOf({ viewer, hidden }, query))
  })

  bind(app, ENDPOINTS.addComment, async ({ params, body, headers, query }, { viewer, hidden, reply }) => {
    const { text, answering } = body.commentData
    // An empty text is refused, and a repeated request answered, before the write looks for the post.
    const isFound = isBlank(text) || headers['idempotency-key'] !== undefined
    const postId = isFound
      ? await getExistingPostId(db.read, params.postId, { viewer, hidden })
      : await getPostId(db.read, params.postId)
    const answers = answering === undefined ? null : parseCommentId(answering)
    await addComment(db, viewer, postId, text, idempotencyKeyOf(headers, ['comment', postId, body]), answers)
    return answerWrite(db, pages, postId, hydrationOf({ viewer, hidden }, query), headers, reply)
  })

  bind(app, ENDPOINTS.editComment, async ({ params, body, headers, query }, { viewer, hidden, reply }) => {
    const postId = await getExistingPostId(db.read, params.postId, { viewer, hidden })
    await editComment(db, viewer, postId, parseCommentId(params.commentId), body.commentData, body.basedOn)
    return answerWrite(db, pages, postId, hydrationOf({ viewer, hidden }, query), headers, reply)
  })

  bind(app, ENDPOINTS.deleteComment, async ({ params, headers, query }, { viewer, hidden, reply }) => {
    const postId = await getExistingPostId(db.read, params.postId, { viewer, hidden })
    await deleteComment(db, viewer, postId, parseCommentId(params.commentId))
    return answerWrite(db, pages, postId, hydrationOf({ viewer, hidden }, query), headers, reply)
  })

  for (const [endpoint, isHidden] of [
    [ENDPOINTS.hideComment, 1],
    [ENDPOINTS.unhideComment, 0],
  ] as const) {
    bind(app, endpoint, async ({ params, headers, query }, { viewer, hidden, reply }) => {
      const postId = await getExistingPostId(db.read, params.postId, { viewer, hidden })
      await setCommentHidden(db, viewer, postId, parseCommentId(params.commentId), isHidden)
      return answerWrite(db, pages, postId, hydrationOf({ viewer, hidden }, query), headers, reply)
    })
  }

  for (const [endpoint, vote] of [
    [ENDPOINTS.upvoteComment, 1],
    [ENDPOINTS.downvoteComment, -1],
  ] as const) {
    bind(app, endpoint, async ({ params, headers, query }, { viewer, hidden, reply }) => {
      const postId = await getExistingPostId(db.read, params.postId, { viewer, hidden })
      const id = parseCommentId(params.commentId)
      requireChange(await voteOnComment(db, viewer, postId, id, vote))
      const hydration = hydrationOf({ viewer, hidden }, query)
      if (!prefersMinimal(headers, reply)) return listComments(postId, {}, hydration)
      return { comment: await getComment(id, hydration) }
    })
  }

  bind(app, ENDPOINTS.putVote, async ({ params, body, query }, { viewer, hidden }) => {
    const postId = await getExistingPostId(db.read, params.postId, { viewer, hidden })
    const id = parseCommentId(params.commentId)
    await voteOnComment(db, viewer, postId, id, body.vote === 'up' ? 1 : -1)
    return { comment: await getComment(id, hydrationOf({ viewer, hidden }, query)) }
  })

  bind(app, ENDPOINTS.deleteVote, async ({ params, query }, { viewer, hidden }) => {
    const postId = await getExistingPostId(db.read, params.postId, { viewer, hidden })
    const id = parseCommentId(params.commentId)
    await removeVote(db, viewer, postId, id)
    return { comment: await getComment(id, hydrationOf({ viewer, hidden }, query)) }
  })
}
