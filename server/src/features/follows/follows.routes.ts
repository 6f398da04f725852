import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { readPage } from '../../database/paging.ts'
import type { MemberId } from '../../database/schema.ts'
import { bind } from '../../http/bind.ts'
import { readEntityPage } from '../../http/entity-page.ts'
import { hydrationOf, pageOf } from '../../http/list-query.ts'
import { getMember, hydrateMembers } from '../members/members.hydrate.ts'
import { getIdByUsername, parseMemberId } from '../members/members.service.ts'
import * as queries from './follows.queries.ts'
import { followMember, unfollowMember } from './follows.service.ts'
import { hydratePeople } from './people.ts'
import { listSuggestions, SUGGESTIONS_CURSOR } from './suggestions.queries.ts'

export function registerFollows(app: FastifyInstance, db: Database): void {
  for (const [endpoint, change] of [
    [ENDPOINTS.followMember, followMember],
    [ENDPOINTS.unfollowMember, unfollowMember],
  ] as const) {
    bind(app, endpoint, async ({ params, query }, { viewer }) => {
      const target = parseMemberId(params.id)
      await change(db, viewer, target)
      const hydration = hydrationOf(viewer, query)
      return {
        user: await getMember(db.read, viewer.id, hydration),
        followUser: await getMember(db.read, target, hydration),
      }
    })
  }

  bind(app, ENDPOINTS.listFollowers, async ({ params, query }, { viewer }) => {
    const member = await getIdByUsername(db.read, params.username)
    const page = await readPage(queries.FOLLOWERS_CURSOR, pageOf(query), (request) =>
      queries.listFollowers(db.read, member, request),
    )
    const ids = page.entries.map((entry) => entry.id)
    return { followers: await hydratePeople(db.read, ids, viewer?.id ?? null), nextCursor: page.nextCursor }
  })

  bind(app, ENDPOINTS.listFollowing, async ({ params, query }, { viewer }) => {
    const member = await getIdByUsername(db.read, params.username)
    const page = await readPage(queries.FOLLOWING_CURSOR, pageOf(query), (request) =>
      queries.listFollowing(db.read, member, request),
    )
    const ids = page.entries.map((entry) => entry.id)
    return { following: await hydratePeople(db.read, ids, viewer?.id ?? null), nextCursor: page.nextCursor }
  })

  bind(app, ENDPOINTS.listSuggestions, async ({ query }, { viewer }) => {
    const { entities, nextCursor } = await readEntityPage(
      SUGGESTIONS_CURSOR,
      query,
      (page) => listSuggestions(db, viewer.id, page),
      (ids: readonly MemberId[]) => hydrateMembers(db.read, ids, hydrationOf(viewer, query)),
    )
    return { users: entities, nextCursor }
  })
}
