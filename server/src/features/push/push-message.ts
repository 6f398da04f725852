import type { Notification } from '@quack/contract'
import {
  notificationExcerpt,
  notificationPath,
  notificationTitle,
  type TextMessage,
} from '@quack/contract/calls/notification-text'
import type { PushPayload } from '@quack/contract/entities/push-message'
import type { Say } from '../../locale/translator.ts'
import type { Message } from './push-sender.ts'
import { SUMMARY } from './push-tags.queries.ts'

/** How long a push service keeps a message for a device that is offline, in seconds. */
const TTL = 24 * 60 * 60
const SUMMARY_TAG = 'summary'
const LIST_PATH = '/notifications'

const TEXTS = {
  hidden: /** i18n */ { id: 'push.hidden', message: 'You have a new notification' },
  summary: /** i18n */ {
    id: 'push.summary',
    message: '{count, plural, one {You have # new notification} other {You have # new notifications}}',
  },
} satisfies Record<string, TextMessage>

interface About {
  /** Notifications that the member has not read. */
  readonly unread: number
  /** In the member's language. */
  readonly say: Say
}

/** The name of a group's notification on a device. */
export const tagOf = (group: number): string => (group === SUMMARY ? SUMMARY_TAG : String(group))

/** @param isTextSent whether the member lets messages say who did what */
export function noticeMessage(notification: Notification, { unread, say }: About, isTextSent: boolean): Message {
  const common = { tag: notification._id, at: Date.parse(notification.at), unread }
  if (!isTextSent) return message({ title: say(TEXTS.hidden), body: '', path: LIST_PATH, ...common })
  const title = notificationTitle(notification, say)
  const body = notificationExcerpt(notification, say)
  return message({ title, body, path: notificationPath(notification), ...common })
}

export function summaryMessage(count: number, { unread, say }: About): Message {
  const title = say(TEXTS.summary, { count })
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
