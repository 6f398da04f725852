import type { AccountEventKind } from '@quack/contract'
import type { Connection } from '../../database/database.ts'
import { cursorCodec, ID_CODEC, type PageRequest } from '../../database/paging.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId } from '../../database/schema.ts'

export interface NewAccountEvent {
  readonly id: number
  readonly memberId: MemberId
  readonly kind: AccountEventKind
  readonly device: string
  readonly detail: string
}

export const insertEvent = prepared((db, { id, memberId, kind, device, detail }: NewAccountEvent) =>
  db.insertInto('account_events').values({ id, member_id: memberId, kind, device, detail }),
).send

export async function countUnseen(transaction: Connection, member: MemberId): Promise<void> {
  await transaction
    .updateTable('members')
    .set((eb) => ({ unread_events: eb('unread_events', '+', 1) }))
    .where('id', '=', member)
    .execute()
}

export async function clearUnseen(db: Connection, member: MemberId): Promise<void> {
  await db
    .updateTable('members')
    .set({ unread_events: 0 })
    .where('id', '=', member)
    .where('unread_events', '>', 0)
    .execute()
}

export const EVENTS_CURSOR = cursorCodec('accountEvents', { id: ID_CODEC })

/** @param since the oldest id that is shown */
export function listEvents(db: Connection, member: MemberId, since: number, page: PageRequest<{ id: number }>) {
  const { limit, after } = page
  return db
    .selectFrom('account_events')
    .select(['id', 'kind', 'device', 'detail'])
    .where('member_id', '=', member)
    .where('id', '>=', since)
    .$if(after !== null, (query) => query.where('id', '<', after?.id ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
