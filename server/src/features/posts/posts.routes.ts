import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import type { PageRequest } from '../../database/paging.ts'
import type { AnswerPlans } from '../../http/answer-plans.ts'
import { bind, type Handler } from '../../http/bind.ts'
import { languageOf } from '../../http/language.ts'
import { hydrationOf } from '../../http/list-query.ts'
import { idempotencyKeyOf } from '../idempotency/idempotency.ts'
import { getReadableMember } from '../members/members.service.ts'
import { listIdsByAuthor, POSTS_CURSOR } from './post-lists.queries.ts'
import type { PostPages } from './post-pages.ts'
import { ALL_POSTS, allPosts, answerPost, answerPostsPage, answerWrite } from './posts.answer.ts'
import { createPost, deletePost, editPost, getPostId } from './posts.service.ts'

export interface PostsOptions {
  /** Called when media may have lost their last reference. */
  readonly sweepSoon: () => void
  readonly plans: AnswerPlans
  readonly pages: PostPages
}

export function registerPosts(app: FastifyInstance, db: Database, { sweepSoon, plans, pages }: PostsOptions): void {
  const listAll: Handler<typeof ENDPOINTS.listPosts> = ({ query }, context) => {
    const list = allPosts(db.read, query, context.hidden)
    return answerPostsPage(db, context.isCurrent ? pages : null, list, ALL_POSTS, hydrationOf(context, query))
  }
  bind(app, ENDPOINTS.listPosts, listAll, plans)

  const get: Handler<typeof ENDPOINTS.getPost> = async ({ params, query }, context) => {
    const id = await getPostId(db.read, params.postId)
    return answerPost(db.read, context.isCurrent ? pages : null, id, hydrationOf(context, query))
  }
  bind(app, ENDPOINTS.getPost, get, plans)

  const listByMember: Handler<typeof ENDPOINTS.listMemberPosts> = async ({ params, query }, context) => {
    const { id: author, followersOf } = await getReadableMember(db.read, params.username, context)
    const listBy = (reader: 'anyone' | 'author') => {
      const load = (page: PageRequest<{ id: number }>) => listIdsByAuthor(db.read, author, page, reader)
      return { codec: POSTS_CURSOR, query, load }
    }
    const cached = { ...ALL_POSTS, name: `by ${author}`, authors: Float64Array.of(author), named: author, followersOf }
    const shared = { ...cached, own: listBy('author') }
    const hydration = hydrationOf(context, query)
    return answerPostsPage(db, context.isCurrent ? pages : null, listBy('anyone'), shared, hydration)
  }
  bind(app, ENDPOINTS.listMemberPosts, listByMember, plans)

  bind(app, ENDPOINTS.createPost, async ({ body, headers, query }, { viewer, hidden, request, reply }) => {
    const { firstName: _, lastName: __, ...postData } = body.postData
    const input = { ...postData, lang: languageOf(request.headers['accept-language']) }
    const id = await createPost(db, viewer, input, idempotencyKeyOf(headers, ['post', { ...body, postData }]))
    return answerWrite(db, pages, id, hydrationOf({ viewer, hidden }, query), headers, reply)
  })

  bind(app, ENDPOINTS.editPost, async ({ params, body, headers, query }, { viewer, hidden, request, reply }) => {
    const id = await getPostId(db.read, params.postId)
    const input = { ...body.postData, lang: languageOf(request.headers['accept-language']) }
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
