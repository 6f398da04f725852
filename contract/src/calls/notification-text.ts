import { NOTIFICATION_COUNT_MAX } from '../rules/limits.ts'
import { commentAnchor, PAGE_PATHS } from '../rules/page-paths.ts'
import { oneLine } from '../rules/text.ts'
import type { Notification } from './notifications.ts'

/** What a notification says and opens: in the list, in a push message, and in the digest. */

type Caused = Pick<Notification, 'kind' | 'people' | 'peopleCount' | 'post' | 'comment' | 'report'>

/** A piece of a sentence. A name is marked, so that one in another script keeps its direction to itself. */
export interface SentencePart {
  text: string
  isName?: true
}

/**
 * A text in English, in the format of ICU. The build of the client finds it by the comment before it, and parses it.
 */
export interface TextMessage {
  readonly id: string
  readonly message: string
}

/** Puts a message into the language of its reader. */
export type Say = (message: TextMessage, values: Readonly<Record<string, string | number>>) => string

/** They stand for the first two names while a sentence is put together. No message has characters for private use. */
const MARKS = ['\ue000', '\ue001'] as const
const MARK = new RegExp(`([${MARKS.join('')}])`)

const PEOPLE = {
  two: /** i18n */ { id: 'notification.people.two', message: '{first} and {second}' },
  more: /** i18n */ {
    id: 'notification.people.more',
    message: '{first} and {others, plural, one {# other} other {# others}}',
  },
  /** So many that they are not counted any more. */
  countless: /** i18n */ { id: 'notification.people.countless', message: '{first} and {others, number}+ others' },
  unknown: /** i18n */ { id: 'notification.people.unknown', message: 'Somebody' },
} satisfies Record<string, TextMessage>

type Deed = Exclude<Notification['kind'], 'report' | 'mention' | 'poll'> | 'mentionInPost' | 'mentionInComment'

/** Who did what. The number of people is for languages whose verbs have a plural. */
const DEEDS: Readonly<Record<Deed, TextMessage>> = {
  like: /** i18n */ {
    id: 'notification.like',
    message: '{count, plural, one {{people} liked your post} other {{people} liked your post}}',
  },
  repost: /** i18n */ {
    id: 'notification.repost',
    message: '{count, plural, one {{people} reposted your post} other {{people} reposted your post}}',
  },
  quote: /** i18n */ {
    id: 'notification.quote',
    message: '{count, plural, one {{people} quoted your post} other {{people} quoted your post}}',
  },
  comment: /** i18n */ {
    id: 'notification.comment',
    message: '{count, plural, one {{people} commented on your post} other {{people} commented on your post}}',
  },
  answer: /** i18n */ {
    id: 'notification.answer',
    message: '{count, plural, one {{people} answered your comment} other {{people} answered your comment}}',
  },
  reply: /** i18n */ {
    id: 'notification.reply',
    message:
      '{count, plural, one {{people} commented on a post that you commented on} other {{people} commented on a post that you commented on}}',
  },
  upvote: /** i18n */ {
    id: 'notification.upvote',
    message: '{count, plural, one {{people} upvoted your comment} other {{people} upvoted your comment}}',
  },
  edit: /** i18n */ {
    id: 'notification.edit',
    message:
      '{count, plural, one {{people} edited a post that you commented on or reposted} other {{people} edited a post that you commented on or reposted}}',
  },
  follow: /** i18n */ {
    id: 'notification.follow',
    message: '{count, plural, one {{people} followed you} other {{people} followed you}}',
  },
  followRequest: /** i18n */ {
    id: 'notification.followRequest',
    message: '{count, plural, one {{people} asked to follow you} other {{people} asked to follow you}}',
  },
  mentionInPost: /** i18n */ {
    id: 'notification.mentionInPost',
    message: '{count, plural, one {{people} mentioned you in a post} other {{people} mentioned you in a post}}',
  },
  mentionInComment: /** i18n */ {
    id: 'notification.mentionInComment',
    message: '{count, plural, one {{people} mentioned you in a comment} other {{people} mentioned you in a comment}}',
  },
}

const ENDS = {
  ownPoll: /** i18n */ { id: 'notification.poll.own', message: 'Your poll has ended' },
  poll: /** i18n */ { id: 'notification.poll', message: 'The poll of {author} has ended' },
  pollOfUnknown: /** i18n */ { id: 'notification.poll.unknown', message: 'The poll of Somebody has ended' },
  reportWithConsequence: /** i18n */ {
    id: 'notification.report.consequence',
    message: 'Your report led to action',
  },
  report: /** i18n */ {
    id: 'notification.report',
    message: 'Your report was looked at: no action was taken',
  },
} satisfies Record<string, TextMessage>

const WARNING: TextMessage = /** i18n */ { id: 'notification.warning', message: 'Warning: {warning}' }

/**
 * One sentence without a full stop: who did what. Its language decides where the names are: they are put in afterwards,
 * so that nothing in them is taken for a part of the message.
 */
export function notificationSentence(notification: Caused, say: Say): SentencePart[] {
  const names = notification.people.map(({ firstName, lastName }) => oneLine(`${firstName} ${lastName}`))
  return sentenceWithMarks(notification, say)
    .split(MARK)
    .filter((text) => text !== '')
    .map((text) => {
      const name = names[(MARKS as readonly string[]).indexOf(text)]
      return name === undefined ? { text } : { text: name, isName: true }
    })
}

function sentenceWithMarks(notification: Caused, say: Say): string {
  const { kind, people, peopleCount, comment, report } = notification
  if (kind === 'report') return say(report?.hasConsequence ? ENDS.reportWithConsequence : ENDS.report, {})
  if (kind === 'poll') {
    if (peopleCount === 0) return say(ENDS.ownPoll, {})
    return people.length === 0 ? say(ENDS.pollOfUnknown, {}) : say(ENDS.poll, { author: MARKS[0] })
  }
  const deed = kind !== 'mention' ? kind : comment ? 'mentionInComment' : 'mentionInPost'
  return say(DEEDS[deed], { people: peopleWithMarks(notification, say), count: Math.max(1, peopleCount) })
}

/** "Ann Duck", "Ann Duck and Bob Duck", "Ann Duck and 11 others". */
function peopleWithMarks({ people, peopleCount }: Pick<Caused, 'people' | 'peopleCount'>, say: Say): string {
  const [first, second] = MARKS
  if (people.length === 0) return say(PEOPLE.unknown, {})
  if (peopleCount < 2) return first
  if (peopleCount === 2 && people.length > 1) return say(PEOPLE.two, { first, second })
  if (peopleCount >= NOTIFICATION_COUNT_MAX) return say(PEOPLE.countless, { first, others: NOTIFICATION_COUNT_MAX })
  return say(PEOPLE.more, { first, others: peopleCount - 1 })
}

export function notificationTitle(notification: Caused, say: Say): string {
  return notificationSentence(notification, say)
    .map(({ text }) => text)
    .join('')
}

/** How the text begins that it is about, or the warning that covers it; empty if there is none. */
export function notificationExcerpt({ post, comment }: Pick<Caused, 'post' | 'comment'>, say: Say): string {
  if (comment || !post?.hasWarning) return (comment ?? post)?.excerpt ?? ''
  return say(WARNING, { warning: post.excerpt })
}

/** The page that it opens, without an origin. */
export function notificationPath({ kind, people, peopleCount, post, comment }: Caused): string {
  if (post) {
    const pageOf = (pattern: string) => pattern.replace(':postId', encodeURIComponent(post.id))
    if (kind === 'quote') return pageOf(PAGE_PATHS.quotes)
    if (!comment) return pageOf(PAGE_PATHS.post)
    if (kind === 'answer') return pageOf(PAGE_PATHS.branch).replace(':commentId', comment._id)
    return `${pageOf(PAGE_PATHS.post)}#${commentAnchor(comment._id)}`
  }
  if (kind === 'followRequest') return PAGE_PATHS.followRequests
  if (kind === 'report') return `${PAGE_PATHS.settings}#reports`
  const [first] = people
  if (first && peopleCount === 1) return PAGE_PATHS.profile.replace(':username', encodeURIComponent(first.username))
  return PAGE_PATHS.notifications
}
