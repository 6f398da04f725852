import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { bind } from '../../http/calls/bind.ts'
import { requireChange } from '../../http/errors/errors.ts'
import { hydrationOf } from '../../reading/list-query.ts'
import { readPeople } from '../follows/people.ts'
import { getExistingPostId, getPostId } from '../posts/post-ids.ts'
import type { PostPages } from '../posts/post-pages.ts'
import { answerWrite } from '../posts/posts.answer.ts'
import { getPost } from '../posts/posts.hydrate.ts'
import { LIKES } from './likes.queries.ts'
import { dislikePost, likePost, unlikePost } from './likes.service.ts'

export function registerLikes(app: FastifyInstance, db: Database, pages: PostPages): void {
  for (const [endpoint, react] of [
    [ENDPOINTS.likePost, likePost],
    [ENDPOINTS.dislikePost, dislikePost],
  ] as const) {
    bind(app, endpoint, async ({ params, headers, query }, { viewer, hidden, reply }) => {
      const id = await getPostId(db.read, params.postId)
      requireChange(await react(db, viewer, id))
      return answerWrite(db, pages, id, hydrationOf({ viewer, hidden }, query), headers, reply)
    })
  }

  for (const [endpoint, react] of [
    [ENDPOINTS.putLike, likePost],
    [ENDPOINTS.deleteLike, unlikePost],
  ] as const) {
    bind(app, endpoint, async ({ params, query }, { viewer, hidden }) => {
      const id = await getPostId(db.read, params.postId)
      await react(db, viewer, id)
      return { post: await getPost(db.read, id, hydrationOf({ viewer, hidden }, query)) }
    })
  }

  bind(app, ENDPOINTS.listLikes, async ({ params, query }, context) => {
    const id = await getExistingPostId(db.read, params.postId, context)
    const { people: likes, ...page } = await readPeople(db.read, LIKES, id, query, hydrationOf(context, {}))
    return { likes, ...page }
  })
}
