import type { Notification } from '@quack/contract'
import { notificationExcerpt, notificationPath, notificationTitle } from '@quack/contract/calls/notification-text'
import type { PushPayload } from '@quack/contract/entities/push-message'
import type { Message } from './push-sender.ts'
import { SUMMARY } from './push-tags.queries.ts'

/** How long a push service keeps a message for a device that is offline, in seconds. */
const TTL = 24 * 60 * 60
const SUMMARY_TAG = 'summary'
const LIST_PATH = '/notifications'

/** The name of a group's notification on a device. */
export const tagOf = (group: number): string => (group === SUMMARY ? SUMMARY_TAG : String(group))

/** @param isTextSent whether the member lets messages say who did what */
export function noticeMessage(notification: Notification, unread: number, isTextSent: boolean): Message {
  const common = { tag: notification._id, at: Date.parse(notification.at), unread }
  if (!isTextSent) return message({ title: 'You have a new notification', body: '', path: LIST_PATH, ...common })
  const title = notificationTitle(notification)
  const body = notificationExcerpt(notification)
  return message({ title, body, path: notificationPath(notification), ...common })
}

export function summaryMessage(count: number, unread: number): Message {
  const title = `You have ${count} new notifications`
  return message({ title, body: '', path: LIST_PATH, tag: SUMMARY_TAG, unread })
}

export function closeMessage(groups: readonly number[], unread: number): Message {
  return message({ close: groups.map(tagOf), unread })
}

/** Safari withdraws the permission of a site whose messages show nothing. There, notifications stay. */
export function acceptsSilent(endpoint: string): boolean {
  return !new URL(endpoint).hostname.endsWith('.push.apple.com')
}

/** A message that waits for the device at the push service is replaced by a later one about the same. */
function message(payload: PushPayload): Message {
  const tags = 'tag' in payload ? [payload.tag] : payload.close
  const topic = tags.length === 1 ? `tag-${tags[0]}` : 'close'
  return { payload: JSON.stringify(payload), ttl: TTL, urgency: 'normal', topic }
}
