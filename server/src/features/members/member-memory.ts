import type { Member } from '@quack/contract'
import type { ChangeLog } from '../../database/changes.ts'
import type { Connection } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import type { Hydration } from '../../http/list-query.ts'
import { type MakeAgain, TagChain, Written } from '../../http/written.ts'
import { includesSorted } from '../../sorted.ts'
import type { Circles } from '../follows/circles.ts'
import { KnownMembers } from './known-members.ts'

/** Makes profiles of parts that are remembered: the profile in JSON, and how viewer and member stand to each other. */
export class MemberMemory {
  readonly members: KnownMembers
  readonly #circles: Circles

  /** @param toJson writes a member as its schema has it */
  constructor(log: ChangeLog, circles: Circles, toJson: (member: Member) => string) {
    this.members = new KnownMembers(log, toJson)
    this.#circles = circles
  }

  /** @returns null where it takes plain queries: for visitors, for one's own profile, and with lists of members inside */
  async writeMember(db: Connection, id: MemberId, { viewer, embed }: Hydration): Promise<Written | null> {
    if (viewer === null || viewer === id || embed > 0) return null
    await this.#circles.of(db, viewer)
    await this.#circles.readFollowers(db, viewer)
    await this.members.read(db, id)
    const again: MakeAgain = (asking) => this.#make(id, asking, again)
    return again(viewer)
  }

  #make(id: MemberId, viewer: MemberId, again: MakeAgain): Written | null {
    if (viewer === id) return null
    const member = this.members.find(id)
    const followed = this.#circles.find(viewer)
    const followers = this.#circles.followers.current().get(viewer)
    if (!member || !followed || !followers) return null
    this.members.hits++
    const relation = Number(includesSorted(followed, id)) + 2 * Number(includesSorted(followers, id))
    const tags = new TagChain()
    tags.add(member.tag)
    return new Written(`{"user":${member.seenBy(relation)}}`, tags.etag(String(relation)), again)
  }
}
