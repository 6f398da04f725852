import { Cache } from '../../cache/cache.ts'
import type { Connection } from '../../database/database.ts'
import type { InvalidationLog } from '../../database/invalidation-log.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { listNewestReactions, listReactions, type ReactionRow, VOTED } from './reactions.queries.ts'

/** 4,000 members who have reacted to 50 posts. */
const MAX_BYTES = 12 * 2 ** 20
/** What a post and its bits take in a map, about. */
const REACTION_BYTES = 50
/** Of each kind of reaction so many are read at once, those to the newest posts. */
const NEWEST_MAX = 100
/** Of older posts so many are known besides; with more, the first are read again when they are needed. */
const OLDER_MAX = 200

/** What one member has done with posts: all of it from one post on, and with single posts before that. */
export class Reactions {
  readonly #newest: ReadonlyMap<PostId, number>
  /** Of posts before it not all reactions are known. */
  readonly #from: number
  readonly #older: ReadonlyMap<PostId, number>
  /** Whether it is known for every post if the member has voted on comments of it. */
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

  /** The bits of reactions.queries.ts; null where they are not known. */
  to(post: PostId): number | null {
    return post >= this.#from ? (this.#newest.get(post) ?? 0) : (this.#older.get(post) ?? null)
  }

  /** @param rows all reactions to these posts but votes: of those it is taken that there may be some */
  withOlder(posts: readonly PostId[], rows: readonly ReactionRow[]): Reactions {
    const bits = bitsOf(rows)
    const older = new Map(this.#older.size + posts.length > OLDER_MAX ? [] : this.#older)
    for (const post of posts) older.set(post, (bits.get(post) ?? 0) | VOTED)
    return new Reactions(this.#newest, this.#from, this.areVotesKnown, older)
  }
}

/** @param rows the newest of each kind: where there are NEWEST_MAX, there may be more */
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

/** What members have done with posts: those look different to them. */
export class ReactionsCache extends Cache<'member', MemberId, Reactions> {
  constructor(log: InvalidationLog) {
    super(log, { maxBytes: MAX_BYTES, endedBy: { reaction: { key: (member) => member as MemberId } } })
  }

  /** Reads what the member has done with these posts. */
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
