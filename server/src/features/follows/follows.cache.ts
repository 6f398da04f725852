import { Cache, type Sized } from '../../cache/cache.ts'
import { includesSorted } from '../../cache/sorted.ts'
import type { Connection } from '../../database/database.ts'
import type { InvalidationLog } from '../../database/invalidation-log.ts'
import type { MemberId } from '../../database/schema.ts'
import { listAllFollowed, listSomeFollowers } from './follows.queries.ts'

/** For each of the two caches: 5,000 members with 200 ids each. */
const MAX_BYTES = 10 * 2 ** 20
/** Followers are not cached for members who have more. */
const FOLLOWERS_MAX = 2_000

/** Ids in ascending order; null if there are too many. */
interface Ids extends Sized {
  readonly ids: Float64Array | null
}
const idsOf = (ids: readonly number[]): Ids => ({ bytes: 8 * ids.length, ids: Float64Array.from(ids).sort() })

/** Caches whom members follow, and who follows them. */
export class FollowsCache {
  /** The followed members and the member: the authors of the member's feed. */
  readonly followed: Cache<'followed', MemberId, Ids>
  readonly followers: Cache<'followers', MemberId, Ids>

  constructor(log: InvalidationLog) {
    const followedKey = (follower: number) => follower as MemberId
    this.followed = new Cache(log, { maxBytes: MAX_BYTES, invalidatedBy: { follow: { key: followedKey } } })
    const followersKey = (_: number, followed: number) => followed as MemberId
    this.followers = new Cache(log, { maxBytes: MAX_BYTES, invalidatedBy: { follow: { key: followersKey } } })
  }

  /** The followed members and the member; null if they are not cached. */
  findFollowed(member: MemberId): Float64Array | null {
    const found = this.followed.get('followed', member)
    if (found) this.followed.hits++
    return found?.ids ?? null
  }

  async loadFollowed(db: Connection, member: MemberId): Promise<void> {
    const read = async () => idsOf([member, ...(await listAllFollowed(db, member))])
    await this.followed.load('followed', [member], async () => [[member, await read()]])
  }

  async loadFollowers(db: Connection, member: MemberId): Promise<void> {
    await this.followers.load('followers', [member], async () => {
      const some = await listSomeFollowers(db, member, FOLLOWERS_MAX + 1)
      return [[member, some.length > FOLLOWERS_MAX ? { bytes: 0, ids: null } : idsOf(some)]]
    })
  }

  /** Whether two members follow each other; null if that is not cached. */
  findRelation(viewer: MemberId, member: MemberId): { following: boolean; followedBy: boolean } | null {
    const followed = this.findFollowed(viewer)
    const followers = this.followers.get('followers', viewer)?.ids
    if (!followed || !followers) return null
    this.followers.hits++
    return { following: includesSorted(followed, member), followedBy: includesSorted(followers, member) }
  }
}
