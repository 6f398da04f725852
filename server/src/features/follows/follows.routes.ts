import { ENDPOINTS } from '@quack/contract'
import { PEOPLE_FOUND_DEFAULT } from '@quack/contract/rules/limits'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import { bind, type Handler } from '../../http/calls/bind.ts'
import { requireChange } from '../../http/errors/errors.ts'
import { readEntityPage } from '../../reading/entity-page.ts'
import { hydrationOf } from '../../reading/list-query.ts'
import { getBoth, hydrateMembers } from '../members/members.hydrate.ts'
import { getReadableMember, parseMemberId } from '../members/members.service.ts'
import { findPeople } from './find-people.queries.ts'
import { FOLLOWERS_LIST, FOLLOWING_LIST } from './follows.queries.ts'
import { followMember, unfollowMember } from './follows.service.ts'
import { hydratePeople, readPeople } from './people.ts'
import { listSuggestions, SUGGESTIONS_CURSOR } from './suggestions.queries.ts'

export function registerFollows(app: FastifyInstance, db: Database): void {
  for (const [endpoint, change, refuses] of [
    [ENDPOINTS.followMember, followMember, true],
    [ENDPOINTS.unfollowMember, unfollowMember, true],
    [ENDPOINTS.putFollow, followMember, false],
    [ENDPOINTS.deleteFollow, unfollowMember, false],
  ] as const) {
    bind(app, endpoint, async ({ params, query }, { viewer, hidden }) => {
      const target = parseMemberId(params.id)
      const unchanged = await change(db, viewer, target)
      if (refuses) requireChange(unchanged)
      const hydration = hydrationOf({ viewer, hidden }, query)
      const [user, followUser] = await getBoth(db.read, [viewer.id, target], hydration)
      return { user, followUser }
    })
  }

  bind(app, ENDPOINTS.listFollowers, async ({ params, query }, context) => {
    const { id: member } = await getReadableMember(db.read, params.username, context)
    const hydration = hydrationOf(context, {})
    const { people: followers, ...page } = await readPeople(db.read, FOLLOWERS_LIST, member, query, hydration)
    return { followers, ...page }
  })

  bind(app, ENDPOINTS.listFollowing, async ({ params, query }, context) => {
    const { id: member } = await getReadableMember(db.read, params.username, context)
    const hydration = hydrationOf(context, {})
    const { people: following, ...page } = await readPeople(db.read, FOLLOWING_LIST, member, query, hydration)
    return { following, ...page }
  })

  const suggest: Handler<typeof ENDPOINTS.listSuggestions> = async ({ query }, { viewer, hidden }) => {
    const { entities, nextCursor } = await readEntityPage(
      SUGGESTIONS_CURSOR,
      query,
      (page) => listSuggestions(db.heavy, viewer.id, page, hidden.unlisted),
      (ids: readonly MemberId[]) => hydrateMembers(db.read, ids, hydrationOf({ viewer, hidden }, query)),
    )
    return { users: entities, nextCursor }
  }
  // All members whom two hundred members follow are compared.
  bind(app, ENDPOINTS.listSuggestions, suggest, null, () => true)

  bind(app, ENDPOINTS.findPeople, async ({ query }, { viewer, hidden }) => {
    const { name, limit = PEOPLE_FOUND_DEFAULT } = query
    const ids = await findPeople(db.read, { viewer: viewer.id, name, limit, hidden: hidden.blocked, now: Date.now() })
    return { people: await hydratePeople(db.read, ids, viewer.id) }
  })
}
