import type { Marker } from '@quack/contract/client-api/entities'
import * as calls from '@quack/contract/client-api/notifications'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../database/database.ts'
import { timeOfId } from '../../../database/ids.ts'
import type { Viewer } from '../../../reading/viewer.ts'
import { readPosition, storePosition } from '../../feed/feed-positions.ts'
import { markRead, readUnread } from '../../notifications/notifications.service.ts'
import { timeOf } from '../accounts/account.view.ts'
import { bindClient } from '../transport/bind-client.ts'

type Timeline = 'home' | 'notifications'

/** How far a member has read, on any device, which is our own reading position, and our own mark of what was read. */
export function registerMarkers(scope: FastifyInstance, db: Database): void {
  bindClient(scope, calls.getMarkers, async ({ input, viewer }) => {
    const { timeline = [] } = input
    return read(viewer, { home: timeline.includes('home'), notifications: timeline.includes('notifications') })
  })

  bindClient(scope, calls.setMarkers, async ({ input: { home, notifications }, viewer }) => {
    if (home) {
      // Nothing later than now was read. Ids of other networks can be larger.
      const postId = String(Math.min(Number(home.last_read_id), db.ids.next()))
      await storePosition(db, viewer, { sort: 'latest', postId, newestId: postId, offset: 0, age: 0 })
    }
    if (notifications) await markRead(db, viewer.id, Number(notifications.last_read_id))
    return read(viewer, { home: home !== undefined, notifications: notifications !== undefined })
  })

  async function read(viewer: Viewer, wanted: Readonly<Record<Timeline, boolean>>) {
    const position = wanted.home ? await readPosition(db, viewer, 'latest') : null
    const readTo = wanted.notifications ? (await readUnread(db.primary, viewer.id)).readTo : 0
    return {
      ...(position && { home: markerOf(position.postId, Date.parse(position.readAt)) }),
      ...(readTo > 0 && { notifications: markerOf(String(readTo), timeOfId(readTo)) }),
    }
  }
}

/** @param at milliseconds since 1970 */
function markerOf(id: string, at: number): Marker {
  // It grows with each change, and has no more than 31 bits.
  return { last_read_id: id, version: Math.floor(at / 1_000), updated_at: timeOf(at) }
}
