import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import type { AnswerPlans } from '../../http/answers/answer-plans.ts'
import type { CachedRead } from '../../http/answers/read-answer.ts'
import { bind, type Handler } from '../../http/calls/bind.ts'
import { languageOf } from '../../http/pages/language.ts'
import { hydrationOf } from '../../reading/list-query.ts'
import { idempotencyKeyOf } from '../idempotency/idempotency.ts'
import { getReadableMember } from '../members/members.service.ts'
import type { PageKey } from './list-page.ts'
import { getPostId } from './post-ids.ts'
import type { PostKey, PostPages } from './post-pages.ts'
import { answerAllPosts, answerMemberPosts, answerPost, answerWrite } from './posts.answer.ts'
import { createPost, deletePost, editPost } from './posts.service.ts'

export interface PostsOptions {
  /** Called when media may have lost their last reference. */
  readonly sweepSoon: () => void
  readonly plans: AnswerPlans
  readonly pages: PostPages
}

export function registerPosts(app: FastifyInstance, db: Database, { sweepSoon, plans, pages }: PostsOptions): void {
  const find: CachedRead<PageKey>['find'] = (key, viewer, hidden) => pages.findShared(key, viewer, hidden)
  const listAll: Handler<typeof ENDPOINTS.listPosts, PageKey> = ({ query }, context) =>
    answerAllPosts(db, context.isCurrent ? pages : null, query, hydrationOf(context, query))
  bind(app, ENDPOINTS.listPosts, listAll, { plans, find })

  const get: Handler<typeof ENDPOINTS.getPost, PostKey> = async ({ params, query }, context) => {
    const id = await getPostId(db.read, params.postId)
    return answerPost(db.read, context.isCurrent ? pages : null, id, hydrationOf(context, query))
  }
  bind(app, ENDPOINTS.getPost, get, { plans, find: (key, viewer, hidden) => pages.findPost(key, viewer, hidden) })

  const listByMember: Handler<typeof ENDPOINTS.listMemberPosts, PageKey> = async ({ params, query }, context) => {
    const member = await getReadableMember(db.read, params.username, context)
    return answerMemberPosts(db.read, context.isCurrent ? pages : null, member, query, hydrationOf(context, query))
  }
  bind(app, ENDPOINTS.listMemberPosts, listByMember, { plans, find })

  bind(app, ENDPOINTS.createPost, async ({ body, headers, query }, { viewer, hidden, request, reply }) => {
    const { firstName: _, lastName: __, ...postData } = body.postData
    const input = { ...postData, browserLang: languageOf(request.headers['accept-language']) }
    const id = await createPost(db, viewer, input, idempotencyKeyOf(headers, ['post', { ...body, postData }]))
    return answerWrite(db, pages, id, hydrationOf({ viewer, hidden }, query), headers, reply)
  })

  bind(app, ENDPOINTS.editPost, async ({ params, body, headers, query }, { viewer, hidden, request, reply }) => {
    const id = await getPostId(db.read, params.postId)
    const input = { ...body.postData, browserLang: languageOf(request.headers['accept-language']) }
    await editPost(db, viewer, id, input, body.basedOn)
    sweepSoon()
    return answerWrite(db, pages, id, hydrationOf({ viewer, hidden }, query), headers, reply)
  })

  bind(app, ENDPOINTS.deletePost, async ({ params, headers, query }, { viewer, hidden, reply }) => {
    await deletePost(db, viewer, await getPostId(db.read, params.postId))
    sweepSoon()
    return answerWrite(db, pages, null, hydrationOf({ viewer, hidden }, query), headers, reply)
  })
}
