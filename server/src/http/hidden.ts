import type { Sized } from '../cache/cache.ts'
import { includesSorted } from '../cache/sorted.ts'
import type { MemberId } from '../database/schema.ts'

/** Which members a viewer does not see (features/members/visibility.ts). Lists of ids are in ascending order. */
export interface Hidden extends Sized {
  /** Members whom the viewer has blocked, and those who have blocked the viewer. For the viewer they do not exist. */
  readonly blocked: Float64Array
}

/** What visitors do not see, and most members. */
export const NOTHING_HIDDEN: Hidden = { blocked: new Float64Array(), bytes: 0 }

/** Whether a member does not exist for the viewer. */
export function isHidden({ blocked }: Hidden, member: number): boolean {
  return blocked.length > 0 && includesSorted(blocked, member)
}

/** Whether a list names a member who does not exist for the viewer. */
export function namesHidden(hidden: Hidden, members: readonly number[]): boolean {
  return hidden.blocked.length > 0 && members.some((member) => includesSorted(hidden.blocked, member))
}

/** Where the viewer's hidden members come from. */
export interface HiddenSource {
  /** Null if they are not cached. The caches must be up to date (Database.catchUp). */
  find(viewer: MemberId): Hidden | null
  /** @param isCurrent whether cached data may be used */
  load(viewer: MemberId, isCurrent: boolean): Promise<Hidden>
}
