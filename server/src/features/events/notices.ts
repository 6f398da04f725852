import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Connection } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import { listUnread } from '../notifications/notifications.queries.ts'
import type { OpenStreams } from './open-streams.ts'
import type { PendingWork } from './pending-work.ts'

/** Members whose notifications are counted at a time: on SQLite, nothing else runs meanwhile, some 15 ms. */
const AT_ONCE = 250

/** Tells members how many notifications are unread, if their notifications may have changed. */
export async function sendNotices(db: Connection, streams: OpenStreams, work: PendingWork): Promise<void> {
  const { notices, joined, everything } = work
  const members = everything ? streams.members() : [...new Set([...notices, ...viewersOf(joined)])]
  for (let from = 0; from < members.length; from += AT_ONCE) {
    if (from > 0) await nextTurn()
    await sendTo(db, streams, members.slice(from, from + AT_ONCE), notices)
  }
}

async function sendTo(
  db: Connection,
  streams: OpenStreams,
  members: readonly MemberId[],
  notices: ReadonlySet<MemberId>,
): Promise<void> {
  for (const { recipient, unread } of (await listUnread(db, members)).values()) {
    for (const stream of streams.of(recipient)) {
      // It was opened during this round: the next one is its first.
      if (!stream.hidden) continue
      const isDue = notices.has(recipient) || stream.unread !== unread
      stream.unread = unread
      if (isDue) stream.send('notifications', { unread })
    }
  }
}

const viewersOf = (joined: PendingWork['joined']) => [...joined].map(({ viewer }) => viewer.id)
