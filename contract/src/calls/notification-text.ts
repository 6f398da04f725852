import { NOTIFICATION_COUNT_MAX } from '../rules/limits.ts'
import { commentAnchor, PAGE_PATHS } from '../rules/page-paths.ts'
import { oneLine } from '../rules/text.ts'
import type { Notification } from './notifications.ts'

/** What a notification says and opens, the same on every device: in the list, and in a push message. */

type Caused = Pick<Notification, 'kind' | 'people' | 'peopleCount' | 'post' | 'comment' | 'report'>

/** A piece of a sentence. A name is marked, so that one in another script keeps its direction to itself. */
export interface SentencePart {
  text: string
  isName?: true
}

/** "Ann Duck", "Ann Duck and Bob Duck", "Ann Duck and 11 others". */
function peopleParts({ people, peopleCount }: Pick<Notification, 'people' | 'peopleCount'>): SentencePart[] {
  const [first, second] = people.map(({ firstName, lastName }) => nameOf(oneLine(`${firstName} ${lastName}`)))
  if (!first) return [{ text: 'Somebody' }]
  if (peopleCount < 2) return [first]
  if (peopleCount === 2 && second) return [first, { text: ' and ' }, second]
  return [first, { text: ` and ${othersText(peopleCount)}` }]
}

const nameOf = (text: string): SentencePart => ({ text, isName: true })

function othersText(peopleCount: number): string {
  if (peopleCount >= NOTIFICATION_COUNT_MAX) return `${NOTIFICATION_COUNT_MAX.toLocaleString('en-US')}+ others`
  return peopleCount === 2 ? '1 other' : `${(peopleCount - 1).toLocaleString('en-US')} others`
}

const DEEDS: Readonly<Record<Exclude<Notification['kind'], 'report' | 'mention' | 'poll'>, string>> = {
  like: 'liked your post',
  repost: 'reposted your post',
  quote: 'quoted your post',
  comment: 'commented on your post',
  answer: 'answered your comment',
  reply: 'commented on a post that you commented on',
  upvote: 'upvoted your comment',
  edit: 'edited a post that you commented on or reposted',
  follow: 'followed you',
  followRequest: 'asked to follow you',
}

/** One sentence without a full stop: who did what. */
export function notificationSentence(notification: Caused): SentencePart[] {
  const { kind, comment, report } = notification
  if (kind === 'report') {
    return [
      { text: report?.hasConsequence ? 'Your report led to action' : 'Your report was looked at: no action was taken' },
    ]
  }
  if (kind === 'poll') {
    const [author] = peopleParts(notification)
    return notification.peopleCount === 0 || !author
      ? [{ text: 'Your poll has ended' }]
      : [{ text: 'The poll of ' }, author, { text: ' has ended' }]
  }
  const deed = kind === 'mention' ? `mentioned you in a ${comment ? 'comment' : 'post'}` : DEEDS[kind]
  return [...peopleParts(notification), { text: ` ${deed}` }]
}

export function notificationTitle(notification: Caused): string {
  return notificationSentence(notification)
    .map(({ text }) => text)
    .join('')
}

/** How the text begins that it is about; empty if there is none. */
export function notificationExcerpt({ post, comment }: Pick<Caused, 'post' | 'comment'>): string {
  return (comment ?? post)?.excerpt ?? ''
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
