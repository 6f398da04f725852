import { type Static, Type } from 'typebox'
import { Id, MemberSummary, PageQuery, PostId, page, Timestamp } from '../entities/fields.ts'
import { NOTIFICATION_COUNT_MAX, NOTIFICATION_FACES, UNREAD_MAX } from '../rules/limits.ts'
import { endpoints } from './endpoint.ts'

const endpoint = endpoints({ noun: 'notifications', access: 'member' })

/** What notifies: a notification is about one of these. */
export const NOTIFICATION_KINDS = [
  'like',
  'repost',
  'quote',
  'comment',
  'answer',
  'reply',
  'upvote',
  'mention',
  'edit',
  'follow',
  'followRequest',
  'poll',
  'report',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

const Kind = Type.Enum([...NOTIFICATION_KINDS], {
  description:
    "'like', 'repost' and 'quote': of an own post; 'comment': on an own post; 'answer': to an own comment; 'reply': a comment on a post on which the viewer has commented; 'upvote': of an own comment; 'mention': in a post or comment; 'edit': of a post on which the viewer has commented, or which they have reposted; 'follow'; 'followRequest'; 'poll': one has ended that is the viewer's own, or in which the viewer has voted; 'report': the outcome of an own report",
})

const Unread = Type.Integer({
  minimum: 0,
  maximum: UNREAD_MAX,
  description: `How many notifications are unread; ${UNREAD_MAX} stands for that many or more`,
})

/** Events of one kind about one thing within 12 hours are one notification. */
export const Notification = Type.Object({
  _id: Id,
  kind: Kind,
  unread: Type.Boolean({ description: 'Whether one of its events is newer than what the viewer has read' }),
  people: Type.Array(MemberSummary, {
    maxItems: NOTIFICATION_FACES,
    description: `Who caused it, the latest first: up to ${NOTIFICATION_FACES} members whom the viewer sees; of a poll its author; empty for a report and for an own poll`,
  }),
  peopleCount: Type.Integer({
    minimum: 0,
    description: `How many members whom the viewer sees caused it, from its newest ${NOTIFICATION_COUNT_MAX} events`,
  }),
  post: Type.Optional(
    Type.Object(
      {
        _id: Id,
        id: Type.String({ description: 'The public id, used in /post-detail/{id}' }),
        excerpt: Type.String({ description: 'How its text begins, or its warning; may be empty' }),
        hasWarning: Type.Optional(Type.Literal(true, { description: 'The excerpt is its warning' })),
      },
      { description: 'The post that it is about' },
    ),
  ),
  comment: Type.Optional(
    Type.Object(
      { _id: Id, excerpt: Type.String({ description: 'How its text begins' }) },
      { description: "The comment that it is about; of several, the latest. For 'upvote', the viewer's own" },
    ),
  ),
  report: Type.Optional(
    Type.Object({
      _id: Id,
      kind: Type.Enum(['member', 'post', 'comment'], { description: 'What was reported' }),
      hasConsequence: Type.Boolean({ description: 'Whether a moderator took action' }),
    }),
  ),
  at: { ...Timestamp, description: 'When its latest event happened. Notifications are in the order of these' },
})
export type Notification = Static<typeof Notification>

export const listNotifications = endpoint('GET /api/notifications', {
  summary:
    "The viewer's notifications, the one with the latest event first. They contain what is still true: who has taken a like back is no longer among them",
  query: Type.Object({ ...PageQuery.properties, kind: Type.Optional(Kind) }),
  answer: Type.Object({
    ...page('notifications', Notification).properties,
    unread: Unread,
    latest: Type.Union([Id, Type.Null()], {
      description: 'The latest event of any kind, to be sent with `POST /api/notifications/read`; null for none',
    }),
  }),
  errors: ['cursorInvalid'],
})

export const readNotifications = endpoint('POST /api/notifications/read', {
  summary:
    'Mark notifications as read up to an event, on all devices of the viewer. A later event makes one unread again',
  body: Type.Object({
    upTo: Type.String({
      pattern: '^\\d{1,16}$',
      description: 'The `latest` of a list that the viewer has seen: up to this event all are read',
    }),
  }),
  answer: Type.Object({ unread: Unread }),
})

const KindSettings = Type.Object({
  list: Type.Boolean({ description: 'Whether they are in the list and counted as unread' }),
  push: Type.Boolean({ description: 'Whether they are sent to the devices that the viewer has subscribed' }),
  from: Type.Enum(['everyone', 'followed', 'nobody'], {
    description: 'Who may cause them: everyone, members whom the viewer follows, or nobody; counts from now on',
  }),
})
export type KindSettings = Static<typeof KindSettings>

const kindsOf = <S extends typeof KindSettings>(schema: S) =>
  Type.Object(Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, schema])) as Record<NotificationKind, S>)

const Minute = Type.Integer({ minimum: 0, maximum: 24 * 60 - 1, description: 'Minutes since midnight' })

export const QuietHours = Type.Object({
  timeZone: Type.String({ maxLength: 64, description: 'An IANA time zone, such as Europe/Vienna' }),
  days: Type.Array(
    Type.Union([
      Type.Object(
        { start: Minute, end: Minute },
        { description: 'An end that is not after the start is on the next day' },
      ),
      Type.Null(),
    ]),
    {
      minItems: 7,
      maxItems: 7,
      description: 'From Monday to Sunday: when the quiet hours that begin on this day start and end; null for none',
    },
  ),
})
export type QuietHours = Static<typeof QuietHours>

const Settings = {
  quietHours: Type.Union([QuietHours, Type.Null()], {
    description: 'When nothing is sent to devices; afterwards one summary is. Null for never',
  }),
  pushText: Type.Boolean({ description: 'Whether what is sent to devices says who did what' }),
  digest: Type.Enum(['off', 'daily', 'weekly'], {
    description:
      'How often unread notifications are sent by mail. Only where the installation sends mail, and as soon as the address is confirmed',
  }),
}

export const NotificationSettings = Type.Object({ kinds: kindsOf(KindSettings), ...Settings })
export type NotificationSettings = Static<typeof NotificationSettings>
export type Digest = NotificationSettings['digest']

export const getNotificationSettings = endpoint('GET /api/notifications/settings', {
  summary: 'What notifies the viewer, and how',
  answer: NotificationSettings,
})

export const putNotificationSettings = endpoint('POST /api/notifications/settings', {
  summary: 'Change what notifies the viewer, and how. What is not sent stays as it is; answers all settings',
  body: Type.Object({
    kinds: Type.Optional(Type.Partial(kindsOf(KindSettings))),
    quietHours: Type.Optional(Settings.quietHours),
    pushText: Type.Optional(Settings.pushText),
    digest: Type.Optional(Settings.digest),
  }),
  answer: NotificationSettings,
  errors: ['guestFixed', 'timeZoneUnknown'],
})

const postMute = {
  params: Type.Object({ postId: PostId }),
  answer: Type.Object({ muted: Type.Boolean() }),
  errors: ['postUnknown'],
} as const

export const getPostMute = endpoint('GET /api/posts/:postId/mute', {
  ...postMute,
  summary: 'Whether the viewer has muted the notifications of a post',
})

export const mutePost = endpoint('POST /api/posts/mute/:postId', {
  ...postMute,
  summary: 'Mute the notifications of a post: it causes no new ones for the viewer; nothing happens if it is muted',
})

export const unmutePost = endpoint('POST /api/posts/unmute/:postId', {
  ...postMute,
  summary: 'Take back the mute of a post; nothing happens if it is not muted',
})
