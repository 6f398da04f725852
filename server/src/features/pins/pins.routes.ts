import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { bind } from '../../http/calls/bind.ts'
import { hydrationOf } from '../../reading/list-query.ts'
import { getPostId } from '../posts/post-ids.ts'
import type { PostPages } from '../posts/post-pages.ts'
import { answerWrite } from '../posts/posts.answer.ts'
import { pinPost, unpinPost } from './pins.service.ts'

export function registerPins(app: FastifyInstance, db: Database, pages: PostPages): void {
  for (const [endpoint, change] of [
    [ENDPOINTS.pinPost, pinPost],
    [ENDPOINTS.unpinPost, unpinPost],
  ] as const) {
    bind(app, endpoint, async ({ params, headers, query }, { viewer, hidden, reply }) => {
      const id = await getPostId(db.read, params.postId)
      await change(db, viewer, id)
      return answerWrite(db, pages, id, hydrationOf({ viewer, hidden }, query), headers, reply)
    })
  }
}
