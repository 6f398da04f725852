import type { Connection } from '../../database/database.ts'
import { listUnread } from '../notifications/notifications.queries.ts'
import { eventText } from './event-stream.ts'
import type { OpenStreams } from './open-streams.ts'
import type { PendingWork } from './pending-work.ts'

/** Tells members how many notifications are unread, if their notifications may have changed. */
export async function sendNotices(db: Connection, streams: OpenStreams, work: PendingWork): Promise<void> {
  const { notices, joined, everything } = work
  const members = everything ? streams.members() : [...new Set([...notices, ...viewersOf(joined)])]
  if (members.length === 0) return
  for (const { recipient, unread } of (await listUnread(db, members)).values()) {
    for (const stream of streams.of(recipient)) {
      const isDue = notices.has(recipient) || stream.unread !== unread
      stream.unread = unread
      if (isDue) stream.write(eventText('notifications', { unread }))
    }
  }
}

const viewersOf = (joined: PendingWork['joined']) => [...joined].map(({ viewer }) => viewer.id)
