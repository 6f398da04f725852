import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { readPage } from '../../database/paging.ts'
import { bind } from '../../http/bind.ts'
import { hydrationOf, pageOf } from '../../http/list-query.ts'
import { hydratePeople } from '../follows/people.ts'
import type { PostPages } from '../posts/post-pages.ts'
import { answerWrite } from '../posts/posts.answer.ts'
import { getExistingPostId, getPostId } from '../posts/posts.service.ts'
import { LIKES_CURSOR, listLikers } from './likes.queries.ts'
import { dislikePost, likePost } from './likes.service.ts'

export function registerLikes(app: FastifyInstance, db: Database, pages: PostPages): void {
  for (const [endpoint, react] of [
    [ENDPOINTS.likePost, likePost],
    [ENDPOINTS.dislikePost, dislikePost],
  ] as const) {
    bind(app, endpoint, async ({ params, headers, query }, { viewer, reply }) => {
      const id = await getPostId(db.read, params.postId)
      await react(db, viewer, id)
      return answerWrite(db, pages, id, hydrationOf(viewer, query), headers, reply)
    })
  }

  bind(app, ENDPOINTS.listLikes, async ({ params, query }, { viewer }) => {
    const id = await getExistingPostId(db.read, params.postId)
    const page = await readPage(LIKES_CURSOR, pageOf(query), (request) => listLikers(db.read, id, request))
    const ids = page.entries.map((entry) => entry.id)
    return { likes: await hydratePeople(db.read, ids, viewer?.id ?? null), nextCursor: page.nextCursor }
  })
}
