import { type ChangeLog, MARK } from '../../database/changes.ts'
import type { Connection } from '../../database/database.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { SecondChance } from '../../second-chance.ts'
import { listMarks, listNewestMarks } from './marks.queries.ts'
import { Marks } from './marks.ts'

/** All of them together, in bytes: 12,000 members who have marked 50 posts. */
const BYTES_MAX = 12 * 2 ** 20
/** Of each kind of mark so many are read at once, those on the newest posts; others when a page shows their posts. */
const MARKS_MAX = 100
/** So many posts are known of besides; a member who reads more of old ones is read anew. */
const LEARNT_MAX = 200

/** What members have done with posts: those look different to them. */
export class KnownMarks {
  readonly #log: ChangeLog
  readonly #members = new SecondChance<MemberId, Marks>()
  #position: number
  hits = 0
  misses = 0

  constructor(log: ChangeLog) {
    this.#log = log
    this.#position = log.position
  }

  get entries(): number {
    return this.#members.size
  }
  get bytes(): number {
    return this.#members.weight
  }

  /** What is remembered of this member. */
  find(member: MemberId): Marks | null {
    this.#catchUp()
    return this.#members.get(member) ?? null
  }

  /** Remembers what this member has done with these posts. */
  async read(db: Connection, member: MemberId, posts: readonly PostId[]): Promise<void> {
    if (!this.find(member)) {
      const { position } = this.#log
      const marks = new Marks(await listNewestMarks(db, member, MARKS_MAX), MARKS_MAX)
      this.#put(member, marks, position)
    }
    const marks = this.find(member)
    const unknown = marks ? posts.filter((post) => marks.of(post) === null) : []
    if (!marks || unknown.length === 0) return
    const { position } = this.#log
    const rows = await listMarks(db, member, unknown)
    // It may have been forgotten meanwhile.
    this.#members.delete(member)
    marks.learn(unknown, rows)
    if (marks.learntCount <= LEARNT_MAX) this.#put(member, marks, position)
  }

  /** @param position from before it was read */
  #put(member: MemberId, marks: Marks, position: number): void {
    this.misses++
    this.#catchUp()
    const isKnown = this.#log.visit(position, this.#position, (kind, a, b) => {
      if (kind === MARK && a === member) marks.forget(b as PostId)
    })
    if (!isKnown) return
    this.#members.set(member, marks)
    while (this.#members.weight > BYTES_MAX) this.#members.deleteOldest()
  }

  #catchUp(): void {
    const { position } = this.#log
    if (position === this.#position) return
    const isKnown = this.#log.visit(this.#position, position, (kind, member, post) => {
      if (kind === MARK) this.#forget(member as MemberId, post as PostId)
    })
    if (!isKnown) this.#members.clear()
    this.#position = position
  }

  #forget(member: MemberId, post: PostId): void {
    this.#members.change(member, (marks) => marks.forget(post))
  }
}
