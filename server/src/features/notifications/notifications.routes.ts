import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import type { AnswerPlans } from '../../http/answers/answer-plans.ts'
import { bind, type Handler } from '../../http/calls/bind.ts'
import { pageOf } from '../../reading/list-query.ts'
import { getExistingPostId, getPostId } from '../posts/post-ids.ts'
import type { FirstPageKey, NotificationsCache } from './notifications.cache.ts'
import { markRead, readNotifications, readUnread } from './notifications.service.ts'
import { isPostMuted } from './settings.queries.ts'
import { changeSettings, readSettings, setPostMuted } from './settings.service.ts'

export function registerNotifications(
  app: FastifyInstance,
  db: Database,
  { plans, notifications: cache }: { plans: AnswerPlans; notifications: NotificationsCache },
): void {
  const list: Handler<typeof ENDPOINTS.listNotifications, FirstPageKey> = async (
    { query },
    { viewer, hidden, isCurrent },
  ) => {
    const isCached = isCurrent && query.kind === undefined && query.cursor === undefined
    const { limit } = pageOf(query)
    const cached = isCached ? await cache.answer(db.read, viewer.id, limit, hidden.until) : null
    return cached ?? readNotifications(db.read, viewer.id, query)
  }
  bind(app, ENDPOINTS.listNotifications, list, { plans, find: (key, viewer) => cache.find(key, viewer) })

  bind(app, ENDPOINTS.readNotifications, async ({ body }, { viewer }) => {
    await markRead(db, viewer.id, Number(body.upTo))
    const { unread } = await readUnread(db.read, viewer.id)
    return { unread }
  })

  bind(app, ENDPOINTS.getNotificationSettings, (_input, { viewer }) => readSettings(db.read, viewer.id))

  bind(app, ENDPOINTS.putNotificationSettings, async ({ body }, { viewer }) => {
    await changeSettings(db, viewer, body)
    return readSettings(db.read, viewer.id)
  })

  bind(app, ENDPOINTS.getPostMute, async ({ params }, context) => {
    const post = await getExistingPostId(db.read, params.postId, context)
    return { muted: await isPostMuted(db.read, { member: context.viewer.id, post }) }
  })

  bind(app, ENDPOINTS.mutePost, async ({ params }, { viewer }) => {
    const post = await getPostId(db.read, params.postId)
    await setPostMuted(db, viewer, post, true)
    return { muted: true }
  })

  bind(app, ENDPOINTS.unmutePost, async ({ params }, { viewer }) => {
    const post = await getPostId(db.read, params.postId)
    await setPostMuted(db, viewer, post, false)
    return { muted: false }
  })
}
