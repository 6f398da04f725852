import { includesSorted } from '../../cache/sorted.ts'
import type { MemberId } from '../../database/schema.ts'
import type { FollowsCache } from './follows.cache.ts'

/**
 * Whether the caches show that the viewer sees what is for the followers of a member. If they do not, the handler finds
 * out: an author whom the viewer has muted is not in the cached feed.
 * @param viewer null for a visitor
 * @param followersOf null for what everyone sees
 */
export function mayRead(follows: FollowsCache, viewer: MemberId | null, followersOf: MemberId | null): boolean {
  if (followersOf === null || viewer === followersOf) return true
  const feed = viewer === null ? undefined : follows.followed.get('followed', viewer)
  return feed !== undefined && includesSorted(feed.ids, followersOf)
}
