import type { Post } from '@quack/contract'
import { createMemberState } from '../api/member-state.ts'

/** Posts that reposts have brought to a list, by their keys there. */
const reposted = createMemberState(() => new Map<string, string>())

/** The key of a post in a list, which may be ordered by it: its `_id`, or the id of the repost that has brought it. */
export function keyOf({ _id, repost }: Pick<Post, '_id' | 'repost'>): string {
  if (!repost) return _id
  reposted().set(repost.id, _id)
  return repost.id
}

/** Each post once, where it comes first: its place in a feed is another one after its first repost was taken back. */
export function oncePerPost(keys: readonly string[]): readonly string[] {
  if (reposted().size === 0) return keys
  const first = new Map(keys.toReversed().map((key) => [postIdOf(key), key]))
  return first.size === keys.length ? keys : keys.filter((key) => first.get(postIdOf(key)) === key)
}

/** The `_id` of the post that has this key in a list. */
export function postIdOf(key: string): string {
  return reposted().get(key) ?? key
}
