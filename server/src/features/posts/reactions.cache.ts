import { Cache } from '../../cache/cache.ts'
import type { Connection } from '../../database/database.ts'
import type { InvalidationLog } from '../../database/invalidation-log.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { listNewestReactions, listReactions, type ReactionRow, VOTED } from './reactions.queries.ts'

/** 4,000 members who have reacted to 50 posts. */
const MAX_BYTES = 12 * 2 ** 20
/** Approximate size of one map entry. */
const REACTION_BYTES = 50
/** How many reactions of each kind are read at first, starting with the newest posts. */
const NEWEST_MAX = 100
/** How many older posts are cached one by one. Beyond this, the earlier ones are dropped. */
const OLDER_MAX = 200

/** One member's reactions: complete from one post on, and single older posts. */
export class Reactions {
  readonly #newest: ReadonlyMap<PostId, number>
  /** Reactions are complete only for posts with this id or a later one. */
  readonly #from: number
  readonly #older: ReadonlyMap<PostId, number>
  /** Whether votes are complete, so that a post without the bit VOTED has no votes of this member. */
  readonly areVotesKnown: boolean

  constructor(newest: ReadonlyMap<PostId, number>, from: number, areVotesKnown: boolean, older = new Map()) {
    this.#newest = newest
    this.#from = from
    this.#older = older
    this.areVotesKnown = areVotesKnown
  }

  get bytes(): number {
    return REACTION_BYTES * (this.#newest.size + this.#older.size)
  }

  /** The bits of reactions.queries.ts; null if they are not cached. */
  to(post: PostId): number | null {
    return post >= this.#from ? (this.#newest.get(post) ?? 0) : (this.#older.get(post) ?? null)
  }

  /** @param rows all reactions to these posts except votes. The posts get the bit VOTED, as they may have votes */
  withOlder(posts: readonly PostId[], rows: readonly ReactionRow[]): Reactions {
    const bits = bitsOf(rows)
    const older = new Map(this.#older.size + posts.length > OLDER_MAX ? [] : this.#older)
    for (const post of posts) older.set(post, (bits.get(post) ?? 0) | VOTED)
    return new Reactions(this.#newest, this.#from, this.areVotesKnown, older)
  }
}

/** @param rows the newest of each kind. If there are NEWEST_MAX of a kind, there may be more */
function reactionsOf(rows: readonly ReactionRow[]): Reactions {
  const isCut = (kind: number) => rows.filter(({ reaction }) => reaction === kind).length >= NEWEST_MAX
  const oldest = new Map<number, number>()
  for (const { reaction, post_id: post } of rows) {
    if (reaction !== VOTED && isCut(reaction)) oldest.set(reaction, Math.min(post, oldest.get(reaction) ?? post))
  }
  return new Reactions(bitsOf(rows), Math.max(0, ...oldest.values()), !isCut(VOTED))
}

function bitsOf(rows: readonly ReactionRow[]): Map<PostId, number> {
  const bits = new Map<PostId, number>()
  for (const { post_id: post, reaction } of rows) bits.set(post, (bits.get(post) ?? 0) | reaction)
  return bits
}

/** Members' reactions, on which the appearance of a post depends. */
export class ReactionsCache extends Cache<'member', MemberId, Reactions> {
  constructor(log: InvalidationLog) {
    super(log, { maxBytes: MAX_BYTES, endedBy: { reaction: { key: (member) => member as MemberId } } })
  }

  /** Reactions of the member that cover all of these posts. */
  async loadFor(db: Connection, member: MemberId, posts: readonly PostId[]): Promise<Reactions> {
    const { position } = this
    const known = this.get('member', member)
    let reactions = known ?? reactionsOf(await listNewestReactions(db, member, NEWEST_MAX))
    const unknown = posts.filter((post) => reactions.to(post) === null)
    if (unknown.length > 0) reactions = reactions.withOlder(unknown, await listReactions(db, member, unknown))
    if (reactions === known) return known
    this.misses++
    return this.put('member', member, reactions, position).value
  }
}
