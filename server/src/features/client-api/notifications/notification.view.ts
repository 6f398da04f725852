import type { NotificationKind } from '@quack/contract'
import type { Account, Notification, Status } from '@quack/contract/client-api/entities'
import { NOTIFICATION_TYPES } from '@quack/contract/client-api/push'
import { timeOfId } from '../../../database/ids.ts'
import { timeOf } from '../accounts/account.view.ts'

/** One event, whose id is its time. @returns null for a kind that apps have no word for */
export function notificationView(of: {
  readonly at: number
  readonly kind: NotificationKind
  readonly account: Account
  readonly status: Status | null
}): Notification | null {
  const { at, kind, account, status } = of
  const type = NOTIFICATION_TYPES[kind]
  if (type === null) return null
  const id = String(at)
  return { id, type, created_at: timeOf(timeOfId(at)), group_key: `ungrouped-${id}`, account, status }
}
