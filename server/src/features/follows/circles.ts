import { ChangeMemo } from '../../database/change-memo.ts'
import { type ChangeLog, FOLLOWS } from '../../database/changes.ts'
import type { Connection } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import { listAllFollowed, listSomeFollowers } from './follows.queries.ts'

const MEMBERS_MAX = 10_000
/** Of members who have more followers these are not remembered. */
const FOLLOWERS_MAX = 2_000

/** Whom members follow, and by whom they are followed; both in the order of their ids. */
export class Circles {
  /** Those whom one follows, and oneself: whose posts one's feed is made of. */
  readonly followed: ChangeMemo<Float64Array>
  /** Null for too many. */
  readonly followers: ChangeMemo<Float64Array | null>

  constructor(log: ChangeLog) {
    this.followed = new ChangeMemo(log, FOLLOWS, MEMBERS_MAX)
    this.followers = new ChangeMemo(log, FOLLOWS, MEMBERS_MAX, 'second')
  }

  /** Whom the member follows, and the member, where that is remembered. */
  find(member: MemberId): Float64Array | null {
    return this.followed.current().get(member) ?? null
  }

  /** Likewise, and remembered then. */
  async of(db: Connection, member: MemberId): Promise<Float64Array> {
    const known = this.find(member)
    if (known) {
      this.followed.hits++
      return known
    }
    this.followed.misses++
    const { position } = this.followed
    const circle = Float64Array.from([member, ...(await listAllFollowed(db, member))]).sort()
    this.followed.put(new Map([[member, circle]]), position)
    return circle
  }

  /** Remembers who follows the member. */
  async readFollowers(db: Connection, member: MemberId): Promise<void> {
    if (this.followers.current().has(member)) return
    this.followers.misses++
    const { position } = this.followers
    const some = await listSomeFollowers(db, member, FOLLOWERS_MAX + 1)
    const followers = some.length > FOLLOWERS_MAX ? null : Float64Array.from(some).sort()
    this.followers.put(new Map([[member, followers]]), position)
  }
}
