import type { Notification } from '@quack/contract/client-api/entities'
import * as calls from '@quack/contract/client-api/notifications'
import { NOTIFICATION_TYPES } from '@quack/contract/client-api/push'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../../database/database.ts'
import { parseId } from '../../../database/ids.ts'
import type { MemberId } from '../../../database/schema.ts'
import { AppError } from '../../../http/errors/errors.ts'
import { type Hydration, hydrationOf } from '../../../reading/list-query.ts'
import { markRead, readUnread } from '../../notifications/notifications.service.ts'
import { accountView } from '../accounts/account.view.ts'
import { readMembers } from '../accounts/accounts.read.ts'
import { findStatuses, foundStatuses } from '../statuses/statuses.read.ts'
import { bindClient } from '../transport/bind-client.ts'
import { linkPages, rangeOf } from '../transport/pages.ts'
import type { Urls } from '../transport/urls.ts'
import { notificationView } from './notification.view.ts'
import { type EventRow, listEvents } from './notifications.queries.ts'

type Kind = keyof typeof NOTIFICATION_TYPES
/** Apps have no word for the outcome of a report. */
const KINDS = (Object.keys(NOTIFICATION_TYPES) as Kind[]).filter((kind) => NOTIFICATION_TYPES[kind] !== null)
const typeOf = (kind: Kind): string => NOTIFICATION_TYPES[kind] ?? ''
const FIRST = 0
const LAST = Number.MAX_SAFE_INTEGER

export function registerNotifications(
  scope: FastifyInstance,
  db: Database,
  urlsOf: (request: FastifyRequest) => Urls,
): void {
  bindClient(scope, calls.listNotifications, async (context) => {
    const { input, viewer, request, reply } = context
    const { types, exclude_types: excluded = [], account_id: account } = input
    const urls = urlsOf(request)
    const range = rangeOf(input)
    const { below, above, isUpward, limit } = range
    const isAsked = (type: string) => (types?.includes(type) ?? true) && !excluded.includes(type)
    const kinds = KINDS.filter((kind) => isAsked(typeOf(kind)))
    const actor = account === undefined ? 0 : parseId<MemberId>(account)
    if (kinds.length === 0 || actor === null) return []
    const between = { above: above ?? FIRST, below: below ?? LAST, isUpward, limit: limit + 1 }
    const found = await listEvents(db.read, { recipient: viewer.id, kinds, actor, ...between })
    const events = isUpward ? found.slice(-limit) : found.slice(0, limit)
    const isLast = found.length <= limit && above === null
    linkPages(request, reply, urls.origin, { ids: events.map(({ at }) => String(at)), isLast })
    return show(events, hydrationOf(context, {}), urls)
  })

  bindClient(scope, calls.getNotification, async (context) => {
    const at = parseId(context.params.id) ?? FIRST
    const asked = { recipient: context.viewer.id, kinds: KINDS, actor: 0, isUpward: false, limit: 1 }
    const events = await listEvents(db.read, { ...asked, above: at - 1, below: at + 1 })
    const [notification] = await show(events, hydrationOf(context, {}), urlsOf(context.request))
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
    if (Object.values(input).some((wish) => wish !== 'accept')) {
      throw new AppError(
        'fieldInvalid',
        'Notifications cannot be kept apart here. Choose what notifies you by its kind.',
      )
    }
    return calls.POLICY
  })

  /** In their order, without those whose member or status the viewer does not see. */
  async function show(events: readonly EventRow[], hydration: Hydration, urls: Urls): Promise<Notification[]> {
    const actors = await readMembers(db.read, [...new Set(events.map(({ actor }) => actor))], hydration)
    const accounts = new Map(actors.map((member) => [member._id, accountView(member, urls)]))
    const ids = new Set(events.flatMap(({ post, comment }) => comment ?? post ?? []))
    const found = await findStatuses(db.read, [...ids].map(String), hydration)
    const statuses = new Map((await foundStatuses(db.read, found, hydration, urls)).map((each) => [each.id, each]))
    return events.flatMap(({ at, kind, actor, post, comment }) => {
      const [account, about] = [accounts.get(String(actor)), comment ?? post]
      const status = about === null ? null : statuses.get(String(about))
      if (!account || status === undefined) return []
      return notificationView({ at, kind, account, status }) ?? []
    })
  }
}
