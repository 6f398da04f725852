import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { bind } from '../../http/calls/bind.ts'
import { hydrationOf } from '../../reading/list-query.ts'
import { readPeople } from '../follows/people.ts'
import { getMember } from '../members/members.hydrate.ts'
import { parseMemberId } from '../members/members.service.ts'
import { getExistingPostId, getPostId } from '../posts/post-ids.ts'
import { getPost } from '../posts/posts.hydrate.ts'
import { REPOSTS } from './reposts.queries.ts'
import { hideReposts, repostPost, setRules, showReposts, undoRepost } from './reposts.service.ts'

export function registerReposts(app: FastifyInstance, db: Database): void {
  for (const [endpoint, change] of [
    [ENDPOINTS.putRepost, repostPost],
    [ENDPOINTS.deleteRepost, undoRepost],
  ] as const) {
    bind(app, endpoint, async ({ params, query }, { viewer, hidden }) => {
      const id = await getPostId(db.read, params.postId)
      await change(db, viewer, id)
      return { post: await getPost(db.read, id, hydrationOf({ viewer, hidden }, query)) }
    })
  }

  bind(app, ENDPOINTS.listReposts, async ({ params, query }, context) => {
    const id = await getExistingPostId(db.read, params.postId, context)
    const { people: reposts, ...page } = await readPeople(db.read, REPOSTS, id, query, hydrationOf(context, {}))
    return { reposts, ...page }
  })

  for (const [endpoint, change] of [
    [ENDPOINTS.hideReposts, hideReposts],
    [ENDPOINTS.showReposts, showReposts],
  ] as const) {
    bind(app, endpoint, async ({ params, query }, { viewer, hidden }) => {
      const target = parseMemberId(params.id)
      await change(db, viewer, target)
      return { user: await getMember(db.read, target, hydrationOf({ viewer, hidden }, query)) }
    })
  }

  bind(app, ENDPOINTS.setWhoMayRepost, async ({ body, query }, { viewer, hidden }) => {
    await setRules(db, viewer, body)
    return { user: await getMember(db.read, viewer.id, hydrationOf({ viewer, hidden }, query)) }
  })
}
