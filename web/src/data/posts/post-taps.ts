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

function toggle(kind: keyof typeof POST_TAPS, target: string, isOn: (post: LivePost) => boolean): void {
  const post = getPost(target)
  if (post) tap<typeof POST_TAPS>({ kind, target, body: !isOn(withPostTaps(post)), basedOn: isOn(post), subject: null })
}
