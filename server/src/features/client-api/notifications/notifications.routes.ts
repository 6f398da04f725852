import type { Marker, Notification } from '@quack/contract/client-api/entities'
import * as calls from '@quack/contract/client-api/notifications'
import { NOTIFICATION_TYPES } from '@quack/contract/client-api/push'
import type { FastifyInstance } from 'fastify'
import { parseId, timeOfId } from '../../../database/ids.ts'
import type { MemberId } from '../../../database/schema.ts'
import { AppError } from '../../../http/errors/errors.ts'
import type { Viewer } from '../../../reading/viewer.ts'
import { readPosition, storePosition } from '../../feed/feed-positions.ts'
import { type EventRow, listEvents } from '../../notifications/events.queries.ts'
import { markRead, readUnread } from '../../notifications/notifications.service.ts'
import { accountView, timeOf } from '../accounts/account.view.ts'
import { readMembers } from '../accounts/accounts.read.ts'
import { type ListPages, NOTHING } from '../statuses/list-pages.ts'
import { findStatuses, foundStatuses } from '../statuses/statuses.read.ts'
import { bindClient, type ClientContext, type Reader } from '../transport/bind-client.ts'
import { refuseAny } from '../transport/client-errors.ts'
import { notificationView } from './notification.view.ts'

type Kind = keyof typeof NOTIFICATION_TYPES
/** Apps have no word for the outcome of a report. */
const KINDS = (Object.keys(NOTIFICATION_TYPES) as Kind[]).filter((kind) => NOTIFICATION_TYPES[kind] !== null)
const typeOf = (kind: Kind): string => NOTIFICATION_TYPES[kind] ?? ''
const FIRST = 0
const LAST = Number.MAX_SAFE_INTEGER

export function registerNotifications(scope: FastifyInstance, pages: ListPages): void {
  const { db } = pages
  const list = (context: ClientContext<typeof calls.listNotifications>) =>
    pages.read(context, async ({ below, above, isUpward, limit }) => {
      const { types, exclude_types: excluded = [], account_id: account } = context.input
      const isAsked = (type: string) => (types?.includes(type) ?? true) && !excluded.includes(type)
      const kinds = KINDS.filter((kind) => isAsked(typeOf(kind)))
      const actor = account === undefined ? 0 : parseId<MemberId>(account)
      if (kinds.length === 0 || actor === null) return NOTHING
      const asked = { recipient: context.viewer.id, kinds, actor, isUpward, limit: limit + 1 }
      const { read } = actor === 0 ? db : db.heavy
      const found = await listEvents(read, { ...asked, above: above ?? FIRST, below: below ?? LAST })
      const events = isUpward ? found.slice(-limit) : found.slice(0, limit)
      const isLast = found.length <= limit && above === null
      return { entities: await show(events, context), ids: events.map(({ at }) => String(at)), isLast }
    })
  bindClient(scope, calls.listNotifications, list, { isHeavy: ({ account_id }) => account_id !== undefined })

  bindClient(scope, calls.getNotification, async (context) => {
    const at = parseId(context.params.id) ?? FIRST
    const asked = { recipient: context.viewer.id, kinds: KINDS, actor: 0, isUpward: false, limit: 1 }
    const events = await listEvents(db.read, { ...asked, above: at - 1, below: at + 1 })
    const [notification] = await show(events, context)
    if (!notification) throw new AppError('pathUnknown')
    return notification
  })

  bindClient(scope, calls.countUnread, async ({ viewer }) => ({ count: (await readUnread(db.read, viewer.id)).unread }))

  bindClient(scope, calls.clearNotifications, async ({ viewer }) => {
    await markRead(db, viewer.id, LAST)
    return {}
  })

  bindClient(scope, calls.dismissNotification, async ({ params, viewer }) => {
    await markRead(db, viewer.id, parseId(params.id) ?? FIRST)
    return {}
  })

  bindClient(scope, calls.getPolicy, async () => calls.POLICY)

  bindClient(scope, calls.changePolicy, async ({ input }) => {
    const isOurs = Object.values(input).every((wish) => wish === 'accept')
    refuseAny([!isOurs && 'Notifications cannot be kept apart here. Choose what notifies you by its kind.'])
    return calls.POLICY
  })

  bindClient(scope, calls.getMarkers, ({ input, viewer }) => readMarkers(viewer, input.timeline ?? []))

  bindClient(scope, calls.setMarkers, async ({ input, viewer }) => {
    const { home, notifications } = input
    if (home) {
      // Nothing later than now was read. Ids of other networks can be larger.
      const postId = String(Math.min(Number(home.last_read_id), db.ids.next()))
      await storePosition(db, viewer, { sort: 'latest', postId, newestId: postId, offset: 0, age: 0 })
    }
    if (notifications) await markRead(db, viewer.id, Number(notifications.last_read_id))
    return readMarkers(viewer, Object.keys(input))
  })

  /** How far a member has read, on any device, which is our own reading position, and our own mark of what was read. */
  async function readMarkers(viewer: Viewer, wanted: readonly string[]) {
    const position = wanted.includes('home') ? await readPosition(db, viewer, 'latest') : null
    const readTo = wanted.includes('notifications') ? (await readUnread(db.primary, viewer.id)).readTo : 0
    return {
      ...(position && { home: markerOf(position.postId, Date.parse(position.readAt)) }),
      ...(readTo > 0 && { notifications: markerOf(String(readTo), timeOfId(readTo)) }),
    }
  }

  /** In their order, without those whose member or status the viewer does not see. */
  async function show(events: readonly EventRow[], { hydration, urls }: Reader): Promise<Notification[]> {
    const actors = await readMembers(db.read, [...new Set(events.map(({ actor }) => actor))], hydration)
    const accounts = new Map(actors.map((member) => [member._id, accountView(member, urls)]))
    const ids = new Set(events.flatMap(({ post, comment }) => comment ?? post ?? []))
    const found = await findStatuses(db.read, [...ids].map(String), hydration)
    const statuses = new Map((await foundStatuses(db.read, found, { hydration, urls })).map((each) => [each.id, each]))
    return events.flatMap(({ at, kind, actor, post, comment }) => {
      const [account, about] = [accounts.get(String(actor)), comment ?? post]
      const status = about === null ? null : statuses.get(String(about))
      if (!account || status === undefined) return []
      return notificationView({ at, kind, account, status }) ?? []
    })
  }
}

/** @param at milliseconds since 1970 */
function markerOf(id: string, at: number): Marker {
  // It does not shrink, and fits into 31 bits until 2038.
  return { last_read_id: id, version: Math.floor(at / 1_000), updated_at: timeOf(at) }
}
