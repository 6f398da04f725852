import type { AccountEventKind } from '@quack/contract'
import { ACCOUNT_EVENT_DAYS } from '@quack/contract/rules/limits'
import type { Connection, Database } from '../../database/database.ts'
import { idAtTime } from '../../database/ids.ts'
import type { MemberId } from '../../database/schema.ts'
import * as queries from './account-events.queries.ts'

export interface AccountEvent {
  readonly memberId: MemberId
  readonly kind: AccountEventKind
  /** Of the request; the name of an app that was allowed; empty for the operator. */
  readonly device: string
  readonly detail?: string
  /** Of a sign-in: whether the member has not used this device lately. False for the one of a sign-up. */
  readonly isNewDevice?: boolean
}

/** Told of each event within the transaction of its cause. */
export type AccountEventListener = (transaction: Connection, event: AccountEvent) => Promise<void>

/** By connection, because wrappers of a database share it. */
const listeners = new WeakMap<Connection, AccountEventListener>()

/** What else has to be written with each event, such as a mail. */
export function listenToAccountEvents({ primary }: Database, listener: AccountEventListener): void {
  listeners.set(primary, listener)
}

/** What the member may not have done. The product announces it until it is seen. */
const ANNOUNCED: ReadonlySet<AccountEventKind> = new Set([
  'passwordReset',
  'recoveryCodeUsed',
  'codesRefused',
  'passkeySuspicious',
  'factorsReset',
])

/** Records an event in the transaction of its cause. */
export async function recordAccountEvent(db: Database, transaction: Connection, event: AccountEvent): Promise<void> {
  const { memberId, kind, device, detail = '', isNewDevice = false } = event
  await queries.insertEvent(transaction, { id: db.ids.next(), memberId, kind, device, detail })
  if (isNewDevice || ANNOUNCED.has(kind)) await queries.countUnseen(transaction, memberId)
  await listeners.get(db.primary)?.(transaction, event)
}

/** The smallest id of an event that is shown. */
export function oldestEvent(now: number): number {
  return idAtTime(now - ACCOUNT_EVENT_DAYS * 24 * 60 * 60_000)
}
