import { Cache, type Sized } from '../../cache/cache.ts'
import { includesSorted } from '../../cache/sorted.ts'
import type { Connection } from '../../database/database.ts'
import type { InvalidationLog } from '../../database/invalidation-log.ts'
import type { MemberId } from '../../database/schema.ts'
import type { Hidden } from '../../reading/hidden.ts'
import { findFollow, listAllFollowed } from './follows.queries.ts'

/** Of each cache: about 5,000 members who follow 200 each; 25,000 relations. */
const MAX_BYTES = 10 * 2 ** 20

const NONE = new Float64Array()

interface Ids extends Sized {
  /** In ascending order. */
  readonly ids: Float64Array
  /** The muted members who were left out. */
  readonly muted: Float64Array
  /** The hashtags that the member follows, in ascending order. */
  readonly tags: Float64Array
  /** The followed members whose reposts the member does not want, in ascending order. */
  readonly withoutReposts: Float64Array
}
interface Edge extends Sized {
  readonly exists: boolean
  readonly hidesReposts: boolean
}

/** Caches whom members follow, and whether one member follows another. */
export class FollowsCache {
  /** What each member's feed consists of: the followed members and the member, without muted ones, and the hashtags. */
  readonly followed: Cache<'followed', MemberId, Ids>
  /** By follower and followed. */
  readonly edges: Cache<MemberId, MemberId, Edge>

  constructor(log: InvalidationLog) {
    const follower = (a: number) => a as MemberId
    const followed = (_: number, b: number) => b as MemberId
    this.followed = new Cache(log, {
      maxBytes: MAX_BYTES,
      invalidatedBy: { follow: { key: follower }, tagFollow: { key: follower } },
    })
    const invalidatedBy = { follow: { space: follower, key: followed } }
    this.edges = new Cache(log, { maxBytes: MAX_BYTES, invalidatedBy })
  }

  /** The followed members and the member, without muted ones; null if they are not cached. */
  findFollowed(member: MemberId, { muted }: Hidden): Float64Array | null {
    const found = this.followed.get('followed', member)
    if (found?.muted !== muted) return null
    this.followed.hits++
    return found.ids
  }

  async loadFollowed(db: Connection, member: MemberId, { muted }: Hidden): Promise<void> {
    if (this.followed.get('followed', member)?.muted !== muted) this.followed.delete('followed', member)
    await this.followed.load('followed', [member], async () => {
      const followed = await listAllFollowed(db, member)
      const all = Float64Array.from([member, ...followed.members]).sort()
      const ids = muted.length === 0 ? all : all.filter((id) => !includesSorted(muted, id))
      const sorted = (list: readonly number[]) => (list.length === 0 ? NONE : Float64Array.from(list).sort())
      const [tags, withoutReposts] = [sorted(followed.tags), sorted(followed.withoutReposts)]
      const bytes = ids.byteLength + tags.byteLength + withoutReposts.byteLength
      return [[member, { bytes, ids, muted, tags, withoutReposts }]]
    })
  }

  /** The hashtags that a member follows; null if they are not cached. */
  findTags(member: MemberId): Float64Array | null {
    return this.followed.get('followed', member)?.tags ?? null
  }

  async loadRelation(db: Connection, viewer: MemberId, member: MemberId): Promise<void> {
    const load = (follower: MemberId, followed: MemberId) =>
      this.edges.load(follower, [followed], async () => {
        const own = this.followed.get('followed', follower)
        const isKnown = own && !includesSorted(own.muted, followed)
        if (isKnown) {
          const hidesReposts = includesSorted(own.withoutReposts, followed)
          return [[followed, { bytes: 0, exists: includesSorted(own.ids, followed), hidesReposts }]]
        }
        const found = await findFollow(db, { follower, followed })
        return [[followed, { bytes: 0, exists: found !== undefined, hidesReposts: found?.hides_reposts === 1 }]]
      })
    await Promise.all([load(viewer, member), load(member, viewer)])
  }

  /**
   * Whether two members follow each other; null if it is not cached, or the viewer does not want the member's reposts.
   */
  findRelation(viewer: MemberId, member: MemberId): { following: boolean; followedBy: boolean } | null {
    const [following, followedBy] = [this.edges.get(viewer, member), this.edges.get(member, viewer)]
    if (!following || !followedBy || following.hidesReposts) return null
    this.edges.hits++
    return { following: following.exists, followedBy: followedBy.exists }
  }
}

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
