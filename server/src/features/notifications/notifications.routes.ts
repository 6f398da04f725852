import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { bind } from '../../http/bind.ts'
import { getExistingPostId, getPostId } from '../posts/posts.service.ts'
import { raiseReadTo } from './notifications.queries.ts'
import { readNotifications, readUnread } from './notifications.service.ts'
import { isPostMuted } from './settings.queries.ts'
import { changeSettings, readSettings, setPostMuted } from './settings.service.ts'

export function registerNotifications(app: FastifyInstance, db: Database): void {
  bind(app, ENDPOINTS.listNotifications, ({ query }, { viewer }) => readNotifications(db.read, viewer.id, query))

  bind(app, ENDPOINTS.readNotifications, async ({ body }, { viewer }) => {
    // Nothing later than now has been seen.
    const upTo = Math.min(Number(body.upTo), db.ids.next())
    await db.write((transaction) => raiseReadTo(transaction, viewer.id, upTo))
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
    return { muted: await isPostMuted(db.read, context.viewer.id, post) }
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
