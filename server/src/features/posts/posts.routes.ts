import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import type { PageRequest } from '../../database/paging.ts'
import { bind, type Handler } from '../../http/bind.ts'
import { hydrationOf } from '../../http/list-query.ts'
import type { Repeats } from '../../http/repeats.ts'
import { idempotencyKeyOf } from '../idempotency/idempotency.ts'
import { getIdByUsername } from '../members/members.service.ts'
import type { PostMemory } from './post-memory.ts'
import { ALL_POSTS, allPosts, answerPost, answerPostsPage, answerWrite } from './posts.answer.ts'
import { listIdsByAuthor, POSTS_CURSOR } from './posts.queries.ts'
import { createPost, deletePost, editPost, getPostId } from './posts.service.ts'

export interface PostsOptions {
  /** To be told when media may have lost their last name. */
  readonly sweepSoon: () => void
  readonly repeats: Repeats | null
  readonly memory: PostMemory | null
}

export function registerPosts(app: FastifyInstance, db: Database, { sweepSoon, repeats, memory }: PostsOptions): void {
  const listAll: Handler<typeof ENDPOINTS.listPosts> = ({ query }, { viewer }) =>
    answerPostsPage(db.read, memory, allPosts(db.read, query), ALL_POSTS, hydrationOf(viewer, query))
  bind(app, ENDPOINTS.listPosts, listAll, repeats)

  const get: Handler<typeof ENDPOINTS.getPost> = async ({ params, query }, { viewer }) => {
    const id = await getPostId(db.read, params.postId)
    return answerPost(db.read, memory, id, hydrationOf(viewer, query))
  }
  bind(app, ENDPOINTS.getPost, get, repeats)

  const listOfMember: Handler<typeof ENDPOINTS.listMemberPosts> = async ({ params, query }, { viewer }) => {
    const author = await getIdByUsername(db.read, params.username)
    const load = (page: PageRequest<{ id: number }>) => listIdsByAuthor(db.read, author, page)
    const kind = { ...ALL_POSTS, name: `by ${author}`, authors: Float64Array.of(author) }
    return answerPostsPage(db.read, memory, { form: POSTS_CURSOR, query, load }, kind, hydrationOf(viewer, query))
  }
  bind(app, ENDPOINTS.listMemberPosts, listOfMember, repeats)

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
