import { pendingTap, tap } from '../outbox/pending.ts'
import { getPost, type LivePost, type POST_TAPS, withPostTaps } from './posts.ts'

/** Whether a tap is being sent, or waits to be. Counts that the server tells meanwhile may not include it. */
export const isTapPending = (kind: 'like' | 'repost', id: string): boolean => pendingTap(kind, id) !== undefined

/** Adds or removes the viewer's like of a post. */
export function toggleLike(id: string): void {
  toggle('like', id, ({ viewer }) => viewer.liked)
}

/** Adds or removes the viewer's bookmark of a post. */
export function toggleBookmark(id: string): void {
  toggle('bookmark', id, ({ viewer }) => viewer.bookmarked)
}

/** Adds or removes the viewer's repost of a post. */
export function toggleRepost(id: string): void {
  toggle('repost', id, ({ viewer }) => viewer.reposted ?? false)
}

/** Votes in the poll of a post, or replaces the viewer's vote. @param choices ascending */
export function voteInPoll(id: string, choices: number[]): void {
  const post = getPost(id)
  if (!post?.poll) return
  const { version } = post.poll
  const basedOn = { choices: post.viewer.poll?.choices ?? [], version }
  tap<typeof POST_TAPS>({ kind: 'pollVote', target: id, body: { choices, version }, basedOn, subject: null })
}

function toggle(kind: 'like' | 'bookmark' | 'repost', target: string, isOn: (post: LivePost) => boolean): void {
  const post = getPost(target)
  if (post) tap<typeof POST_TAPS>({ kind, target, body: !isOn(withPostTaps(post)), basedOn: isOn(post), subject: null })
}
