import type { Member } from '@quack/contract'
import { type ChangeLog, FOLLOWS, MEMBER, POSTS_OF } from '../../database/changes.ts'
import type { Connection } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import { STRANGER } from '../../http/list-query.ts'
import { SecondChance } from '../../second-chance.ts'
import { hydrateMembers } from './members.hydrate.ts'
import { WrittenMember } from './written-member.ts'

/** All of them together, in bytes: some twenty thousand. */
const BYTES_MAX = 16 * 2 ** 20

/**
 * Profiles in JSON, without the lists of members inside, as members see them who neither follow nor are followed. One
 * is forgotten when anything of the member changes, or anybody's following of them, or how many posts they have.
 */
export class KnownMembers {
  readonly #log: ChangeLog
  /** Writes a member as its schema has it. */
  readonly #toJson: (member: Member) => string
  readonly #members = new SecondChance<MemberId, WrittenMember>()
  #position: number
  hits = 0
  misses = 0

  constructor(log: ChangeLog, toJson: (member: Member) => string) {
    this.#log = log
    this.#toJson = toJson
    this.#position = log.position
  }

  get entries(): number {
    return this.#members.size
  }
  get bytes(): number {
    return this.#members.weight
  }

  find(id: MemberId): WrittenMember | null {
    this.#catchUp()
    return this.#members.get(id) ?? null
  }

  /** Remembers a member, who may be gone. */
  async read(db: Connection, id: MemberId): Promise<void> {
    if (this.find(id)) return
    this.misses++
    const { position } = this.#log
    const [member] = (await hydrateMembers(db, [id], { viewer: STRANGER, embed: 0 })).entities
    this.#catchUp()
    if (!member || !this.#log.isQuiet(position, this.#position, (kind, a, b) => isOf(id, kind, a, b))) return
    this.#members.set(id, new WrittenMember(this.#toJson(member)))
    while (this.#members.weight > BYTES_MAX) this.#members.deleteOldest()
  }

  /** Forgets who has changed. */
  #catchUp(): void {
    const { position } = this.#log
    if (position === this.#position) return
    const isKnown = this.#log.visit(this.#position, position, (kind, a, b) => {
      if (kind === MEMBER || kind === POSTS_OF || kind === FOLLOWS) this.#members.delete(a as MemberId)
      if (kind === FOLLOWS) this.#members.delete(b as MemberId)
    })
    if (!isKnown) this.#members.clear()
    this.#position = position
  }
}

function isOf(id: MemberId, kind: number, a: number, b: number): boolean {
  return kind === FOLLOWS ? a === id || b === id : (kind === MEMBER || kind === POSTS_OF) && a === id
}
