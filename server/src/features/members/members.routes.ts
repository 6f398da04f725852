import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import type { AnswerPlans } from '../../http/answers/answer-plans.ts'
import { bind, type Handler } from '../../http/calls/bind.ts'
import { readEntityPage } from '../../reading/entity-page.ts'
import { hydrationOf } from '../../reading/list-query.ts'
import type { MemberKey, MembersCache } from './members.cache.ts'
import { getMember, hydrateMembers } from './members.hydrate.ts'
import { listIdsNewestFirst, MEMBERS_CURSOR } from './members.queries.ts'
import { editProfile, getIdByUsername, setLanguages, setLocale, setWarnings } from './members.service.ts'

export interface MembersOptions {
  /** Called when media may have lost their last reference. */
  readonly sweepSoon: () => void
  /** Called when the fields of a profile were saved. */
  readonly checkLinks: () => void
  readonly plans: AnswerPlans
  readonly cache: MembersCache
}

export function registerMembers(
  app: FastifyInstance,
  db: Database,
  { sweepSoon, checkLinks, plans, cache }: MembersOptions,
): void {
  bind(app, ENDPOINTS.listMembers, async ({ query }, context) => {
    const { entities, nextCursor } = await readEntityPage(
      MEMBERS_CURSOR,
      query,
      (page) => listIdsNewestFirst(db.read, page, context.hidden.blocked),
      (ids: readonly MemberId[]) => hydrateMembers(db.read, ids, hydrationOf(context, query)),
    )
    return { users: entities, nextCursor }
  })

  const get: Handler<typeof ENDPOINTS.getMember, MemberKey> = async ({ params, query }, context) => {
    const id = await getIdByUsername(db.read, params.username, context.hidden)
    const hydration = hydrationOf(context, query)
    const cached = context.isCurrent ? await cache.answer(db.read, id, hydration) : null
    return cached ?? { user: await getMember(db.read, id, hydration) }
  }
  bind(app, ENDPOINTS.getMember, get, { plans, find: (key, viewer, hidden) => cache.find(key, viewer, hidden) })

  bind(app, ENDPOINTS.editProfile, async ({ body, query }, context) => {
    const { viewer } = context
    await editProfile(db, viewer, body.userData)
    sweepSoon()
    if (body.userData.profile?.fields) checkLinks()
    return { user: await getMember(db.read, viewer.id, hydrationOf(context, query)) }
  })

  bind(app, ENDPOINTS.setWarnings, async ({ body, query }, context) => {
    const { viewer } = context
    await setWarnings(db, viewer, body)
    return { user: await getMember(db.read, viewer.id, hydrationOf(context, query)) }
  })

  bind(app, ENDPOINTS.setLanguages, async ({ body, query }, context) => {
    const { viewer } = context
    await setLanguages(db, viewer, body.languages)
    return { user: await getMember(db.read, viewer.id, hydrationOf(context, query)) }
  })

  bind(app, ENDPOINTS.setLocale, async ({ body, query }, context) => {
    const { viewer } = context
    await setLocale(db, viewer, body.locale)
    return { user: await getMember(db.read, viewer.id, hydrationOf(context, query)) }
  })
}
