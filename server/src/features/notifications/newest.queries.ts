import type { NotificationKind } from '@quack/contract'
import { sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isIn } from '../../database/in-list.ts'
import { prepared } from '../../database/prepared.ts'
import type { GroupId, MemberId } from '../../database/schema.ts'
import { groupsWithLatest, isGroupShown } from './notifications.shown.ts'

interface Values {
  readonly recipient: MemberId
  readonly ids: readonly GroupId[]
  readonly now: number
}

export interface ShownGroup {
  readonly id: GroupId
  readonly kind: NotificationKind
  /** The latest event that is shown. */
  readonly newest: number
}

const newestOf = prepared((db, { recipient, ids, now }: Values) => {
  const viewer = sql`${recipient}`
  return sql<ShownGroup>`
    select groups.id, groups.kind, latest.at as newest ${groupsWithLatest(db, viewer, now)}
    where ${isIn(db, 'groups.id', ids)} and groups.recipient_id = ${recipient} and ${isGroupShown(viewer)}`
})

/** Those of these groups that the recipient is shown at this moment. */
export async function listShownGroups(
  db: Connection,
  recipient: MemberId,
  ids: readonly GroupId[],
): Promise<ShownGroup[]> {
  return ids.length === 0 ? [] : newestOf.all(db, { recipient, ids, now: Date.now() })
}
