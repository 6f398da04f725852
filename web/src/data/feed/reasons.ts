import type { Post } from '@quack/contract'
import { useStore } from '../../store.ts'
import { createMemberStore } from '../api/member-state.ts'

/**
 * The posts that a followed tag has brought to the home feed, by `_id`, with the name of the tag. Not a part of the
 * cached post: all other lists show it without a reason.
 */
const reasons = createMemberStore<ReadonlyMap<string, string>>(new Map())

/** Takes the reasons from a page of the home feed. */
export function noteReasons(posts: readonly Pick<Post, '_id' | 'because'>[]): void {
  const known = reasons.get()
  if (posts.every(({ _id, because }) => known.get(_id) === because?.tag)) return
  const next = new Map(known)
  for (const { _id, because } of posts) {
    if (because) next.set(_id, because.tag)
    else next.delete(_id)
  }
  reasons.set(next)
}

/** The name of the tag that has brought this post. */
export function reasonOf(id: string): string | undefined {
  return reasons.get().get(id)
}

export function useReasons(): ReadonlyMap<string, string> {
  return useStore(reasons)
}
