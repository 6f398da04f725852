import type { Notification } from '@quack/contract'
import { UNREAD_MAX } from '@quack/contract/rules/limits'
import type { Connection } from '../../../database/database.ts'
import { idAtTime } from '../../../database/ids.ts'
import type { MemberId } from '../../../database/schema.ts'
import { listGroups } from '../notifications.queries.ts'
import { hydrate } from '../notifications.service.ts'

export interface Period {
  readonly since: number
  readonly until: number
}

/**
 * What a member's list shows as unread at this moment, and what has happened since a time and until another.
 * @param readTo up to which event the member has read
 * @param since milliseconds since 1970, as `until`
 * @returns the newest ones, up to the limit, and how many there are, up to UNREAD_MAX
 */
export async function readUnreadSince(
  db: Connection,
  member: MemberId,
  { readTo, since, until, limit }: Period & { readonly readTo: number; readonly limit: number },
): Promise<{ notifications: Notification[]; count: number }> {
  const newest = { asOf: idAtTime(until), before: Number.MAX_SAFE_INTEGER, limit: UNREAD_MAX }
  const groups = await listGroups(db, { recipient: member, kind: '', ...newest })
  const from = Math.max(readTo, idAtTime(since))
  const unread = groups.filter((group) => group.newest > from)
  return { notifications: await hydrate(db, member, unread.slice(0, limit), readTo), count: unread.length }
}
