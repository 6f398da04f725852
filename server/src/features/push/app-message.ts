import type { Notification, NotificationKind } from '@quack/contract'
import { NOTIFICATION_TYPES } from '@quack/contract/client-api/push'
import type { PushPayload } from '@quack/contract/entities/push-message'
import type { Locale } from '@quack/contract/rules/locales'
import type { ShownGroup } from '../notifications/newest.queries.ts'
import type { Message } from './push-sender.ts'

/** Whether the app of a device wants to be told. @param alerts null for our own client, which wants everything */
export function isAlert(alerts: string | null, kind: NotificationKind): boolean {
  if (alerts === null) return true
  const type = NOTIFICATION_TYPES[kind]
  return type !== null && alerts.split(' ').includes(type)
}

/**
 * A message in the form that apps know. Its token is empty: only hashes of tokens are stored.
 * @param about what it tells, or the latest of that
 * @param locale of its texts
 */
export function appMessage(
  { payload, ...message }: Message,
  about: ShownGroup,
  { icon, locale }: { readonly icon: string; readonly locale: Locale },
): Message {
  const { title, body } = JSON.parse(payload) as Extract<PushPayload, { title: string }>
  const told = {
    access_token: '',
    preferred_locale: locale,
    notification_id: about.newest,
    notification_type: NOTIFICATION_TYPES[about.kind],
    icon,
    title,
    body,
  }
  return { ...message, payload: JSON.stringify(told) }
}

/** The avatar of who did it; empty if its address is not known. */
export function iconOf({ people: [first] }: Notification, origin: string | null): string {
  const url = first?.avatarURL ?? ''
  return url.startsWith('/') ? (origin === null ? '' : origin + url) : url
}
