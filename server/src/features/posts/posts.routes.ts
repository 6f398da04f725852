import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import type { PageRequest } from '../../database/paging.ts'
import type { PostId } from '../../database/schema.ts'
import { bind, type Handler } from '../../http/bind.ts'
import type { KeptAnswers } from '../../http/kept-answers.ts'
import { hydrationOf } from '../../http/list-query.ts'
import type { Sources } from '../../http/sources.ts'
import { idempotencyKeyOf } from '../idempotency/idempotency.ts'
import { getIdByUsername } from '../members/members.service.ts'
import type { PostMemory } from './post-memory.ts'
import { allPosts, answerPost, answerPostsPage, answerWrite } from './posts.answer.ts'
import { listIdsByAuthor, POSTS_CURSOR } from './posts.queries.ts'
import { createPost, deletePost, editPost, getPostId } from './posts.service.ts'

export interface PostsOptions {
  /** To be told when media may have lost their last name. */
  readonly sweepSoon: () => void
  readonly kept: KeptAnswers | null
  readonly memory: PostMemory | null
}

export function registerPosts(app: FastifyInstance, db: Database, { sweepSoon, kept, memory }: PostsOptions): void {
  const keeping = { kept, isCheap: true }
  const listAll: Handler<typeof ENDPOINTS.listPosts> = ({ query }, { viewer, sources }) =>
    answerPostsPage(db.read, memory, allPosts(db.read, query), hydrationOf(viewer, query, sources))
  bind(app, ENDPOINTS.listPosts, listAll, keeping)

  const get: Handler<typeof ENDPOINTS.getPost> = async ({ params, query }, { viewer, sources }) => {
    const id = await getPostId(db.read, params.postId)
    return answerPost(db.read, memory, id, hydrationOf(viewer, query, sources))
  }
  bind(app, ENDPOINTS.getPost, get, keeping)

  const listOfMember: Handler<typeof ENDPOINTS.listMemberPosts> = async ({ params, query }, { viewer, sources }) => {
    const author = await getIdByUsername(db.read, params.username)
    const list = {
      name: `by ${author}`,
      form: POSTS_CURSOR,
      query,
      viewer: null,
      order: 'newest' as const,
      placeOf: (id: PostId) => ({ id }),
      load: (page: PageRequest<{ id: number }>) => listIdsByAuthor(db.read, author, page),
      describe: (of: Sources) => of.postsBy(Float64Array.of(author)),
    }
    return answerPostsPage(db.read, memory, list, hydrationOf(viewer, query, sources))
  }
  bind(app, ENDPOINTS.listMemberPosts, listOfMember, keeping)

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
