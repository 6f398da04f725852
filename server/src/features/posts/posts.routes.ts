import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { bind, type Handler } from '../../http/bind.ts'
import type { KeptAnswers } from '../../http/kept-answers.ts'
import { hydrationOf } from '../../http/list-query.ts'
import { idempotencyKeyOf } from '../idempotency/idempotency.ts'
import { getIdByUsername } from '../members/members.service.ts'
import { answerWrite, listPosts, readPostsPage } from './posts.answer.ts'
import { getPost } from './posts.hydrate.ts'
import { listIdsByAuthor, POSTS_CURSOR } from './posts.queries.ts'
import { createPost, deletePost, editPost, getPostId } from './posts.service.ts'

/** @param sweepSoon to be told when media may have lost their last name */
export function registerPosts(
  app: FastifyInstance,
  db: Database,
  sweepSoon: () => void,
  kept: KeptAnswers | null,
): void {
  const listAll: Handler<typeof ENDPOINTS.listPosts> = ({ query }, { viewer, sources }) => {
    sources?.postsBy('all')
    return listPosts(db.read, query, hydrationOf(viewer, query, sources))
  }
  bind(app, ENDPOINTS.listPosts, listAll, kept)

  const get: Handler<typeof ENDPOINTS.getPost> = async ({ params, query }, { viewer, sources }) => {
    const id = await getPostId(db.read, params.postId)
    return { post: await getPost(db.read, id, hydrationOf(viewer, query, sources)) }
  }
  bind(app, ENDPOINTS.getPost, get, kept)

  const listOfMember: Handler<typeof ENDPOINTS.listMemberPosts> = async ({ params, query }, { viewer, sources }) => {
    const author = await getIdByUsername(db.read, params.username)
    sources?.postsBy(Float64Array.of(author))
    return readPostsPage(db.read, POSTS_CURSOR, query, hydrationOf(viewer, query, sources), (page) =>
      listIdsByAuthor(db.read, author, page),
    )
  }
  bind(app, ENDPOINTS.listMemberPosts, listOfMember, kept)

  bind(app, ENDPOINTS.createPost, async ({ body, headers, query }, { viewer, reply }) => {
    const id = await createPost(db, viewer, body.postData, idempotencyKeyOf(headers, ['post', body]))
    return answerWrite(db.read, id, hydrationOf(viewer, query), headers, reply)
  })

  bind(app, ENDPOINTS.editPost, async ({ params, body, headers, query }, { viewer, reply }) => {
    const id = await getPostId(db.read, params.postId)
    await editPost(db, viewer, id, body.postData)
    sweepSoon()
    return answerWrite(db.read, id, hydrationOf(viewer, query), headers, reply)
  })

  bind(app, ENDPOINTS.deletePost, async ({ params, headers, query }, { viewer, reply }) => {
    await deletePost(db, viewer, await getPostId(db.read, params.postId))
    sweepSoon()
    return answerWrite(db.read, null, hydrationOf(viewer, query), headers, reply)
  })
}
