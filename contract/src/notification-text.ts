import type { Notification } from './notifications.ts'
import { PAGE_PATHS } from './page-paths.ts'

/** What a notification says, the same on every device: in the list, and in a push message. */

type Caused = Pick<Notification, 'kind' | 'people' | 'peopleCount' | 'post' | 'comment' | 'report'>

/** "Ann Duck", "Ann Duck and Bob Duck", "Ann Duck and 11 others". */
export function peopleText({ people, peopleCount }: Pick<Notification, 'people' | 'peopleCount'>): string {
  const [first, second] = people.map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim())
  if (first === undefined) return 'Somebody'
  const others = peopleCount - 1
  if (others < 1) return first
  return `${first} and ${others === 1 ? (second ?? '1 other') : `${others} others`}`
}

const DEEDS: Readonly<Record<Exclude<Notification['kind'], 'report'>, string>> = {
  like: 'liked your post',
  comment: 'commented on your post',
  reply: 'commented on a post that you commented on',
  upvote: 'upvoted your comment',
  mention: 'mentioned you',
  follow: 'followed you',
  followRequest: 'asked to follow you',
}

/** One sentence without a full stop: who did what. */
export function notificationTitle(notification: Caused): string {
  const { kind, report } = notification
  if (kind !== 'report') return `${peopleText(notification)} ${DEEDS[kind]}`
  return report?.hasConsequence ? 'Your report led to action' : 'Your report was looked at: no action was taken'
}

/** How the text begins that it is about; empty if there is none. */
export function notificationExcerpt({ post, comment }: Pick<Caused, 'post' | 'comment'>): string {
  return (comment ?? post)?.excerpt ?? ''
}

/** The address of a comment on the page of its post. */
export const commentAnchor = (commentId: string): string => `comment-${commentId}`

/** The page that it opens, without an origin. */
export function notificationPath({ kind, people, peopleCount, post, comment }: Caused): string {
  if (post) {
    const page = PAGE_PATHS.post.replace(':postId', encodeURIComponent(post.id))
    return comment ? `${page}#${commentAnchor(comment._id)}` : page
  }
  if (kind === 'followRequest') return PAGE_PATHS.followRequests
  const [first] = people
  if (kind === 'follow' && first && peopleCount === 1) {
    return PAGE_PATHS.profile.replace(':username', encodeURIComponent(first.username))
  }
  return '/notifications'
}
