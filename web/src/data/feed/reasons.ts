import type { Post } from '@quack/contract'
import { useStore } from '../../store.ts'
import { createMemberStore } from '../api/member-state.ts'
import { keyOf } from '../posts/places.ts'

/** Why a post is in the home feed, whose author is not followed: a followed tag, or reposts. */
export type Reason = Pick<Post, 'because' | 'repost'>

/** By the post's key. Not a part of the cached post: all other lists show it without a reason. */
const reasons = createMemberStore<ReadonlyMap<string, Reason>>(new Map())

const isSame = (a: Reason | undefined, { because, repost }: Reason) =>
  a?.because?.tag === because?.tag &&
  a?.repost?.by.username === repost?.by.username &&
  a?.repost?.others === repost?.others

/** Takes the reasons from a page of the home feed. */
export function noteReasons(posts: readonly (Pick<Post, '_id'> & Reason)[]): void {
  const known = reasons.get()
  if (posts.every((post) => isSame(known.get(keyOf(post)), post))) return
  const next = new Map(known)
  for (const post of posts) {
    const { because, repost } = post
    if (because || repost) next.set(keyOf(post), { ...(because && { because }), ...(repost && { repost }) })
    else next.delete(post._id)
  }
  reasons.set(next)
}

/** The name of the tag that has brought the post with this key. */
export function tagOf(key: string): string | undefined {
  return reasons.get().get(key)?.because?.tag
}

/** The username of the only followed member who has reposted the post with this key. */
export function reposterOf(key: string): string | undefined {
  const repost = reasons.get().get(key)?.repost
  return repost?.others === 0 ? repost.by.username : undefined
}

export function useReasons(): ReadonlyMap<string, Reason> {
  return useStore(reasons)
}
