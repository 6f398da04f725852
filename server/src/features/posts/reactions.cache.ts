import { Cache } from '../../cache/cache.ts'
import type { Connection } from '../../database/database.ts'
import type { InvalidationLog } from '../../database/invalidation-log.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import * as queries from './reactions.queries.ts'

/** 5,000 members who have reacted to 120 posts. */
const MAX_BYTES = 32 * 2 ** 20
/** Approximate size of one map entry. */
const REACTION_BYTES = 50
/** How many reactions of each kind are read at first, starting with the newest posts. */
const NEWEST_MAX = 100
/** How many older posts are cached one by one. Beyond this, all earlier ones are dropped. */
const OLDER_MAX = 200

/** One member's reactions: all of those to posts from `#from` on, and those to some older posts. */
export class Reactions {
  readonly #newest: ReadonlyMap<PostId, number>
  /** Reactions are complete only for posts with this id or a later one. */
  readonly #from: number
  readonly #older: ReadonlyMap<PostId, number>
  /** Which votes on comments were read: all, the first NEWEST_MAX, or none. */
  readonly votes: 'all' | 'some' | 'none'
  readonly bytes: number

  constructor(newest: ReadonlyMap<PostId, number>, from: number, votes: Reactions['votes'], older = new Map()) {
    this.#newest = newest
    this.#from = from
    this.#older = older
    this.votes = votes
    this.bytes = REACTION_BYTES * (newest.size + older.size)
  }

  /** The reactions to a post as bits (LIKED etc.); null if they are not cached. */
  to(post: PostId): number | null {
    return post >= this.#from ? (this.#newest.get(post) ?? 0) : (this.#older.get(post) ?? null)
  }

  /** @param rows all reactions to these posts except votes. The posts get the bit VOTED, as they may have votes */
  withOlder(posts: readonly PostId[], rows: readonly queries.ReactionRow[]): Reactions {
    const bits = queries.bitsOf(rows)
    const older = new Map(this.#older.size + posts.length > OLDER_MAX ? [] : this.#older)
    for (const post of posts) older.set(post, (bits.get(post) ?? 0) | queries.VOTED)
    return new Reactions(this.#newest, this.#from, this.votes, older)
  }
}

/** @param rows the newest of each kind, since a post or of all. If there are NEWEST_MAX of a kind, there may be more */
function reactionsOf(rows: readonly queries.ReactionRow[], since: PostId | null): Reactions {
  const postsOf = (kind: number) => rows.filter(({ reaction }) => reaction === kind).map((row) => row.post_id)
  const cut = queries.POST_REACTIONS.map(postsOf).filter(({ length }) => length >= NEWEST_MAX)
  const from = Math.max(since ?? 0, ...cut.map((posts) => Math.min(...posts)))
  const votes = postsOf(queries.VOTED).length >= NEWEST_MAX ? 'some' : 'all'
  return new Reactions(queries.bitsOf(rows), from, since === null ? votes : 'none')
}

/** Members' reactions. The `viewer` field of each post depends on them. */
export class ReactionsCache extends Cache<'member', MemberId, Reactions> {
  constructor(log: InvalidationLog) {
    super(log, { maxBytes: MAX_BYTES, invalidatedBy: { reaction: { key: (member) => member as MemberId } } })
  }

  /**
   * Reactions of the member that cover these posts. For a first page without comments only those to posts as new as the
   * page are read, and no votes, because looking up the posts of all votes takes longer than the rest of the page.
   */
  async loadFor(db: Connection, member: MemberId, posts: readonly PostId[], embed: number): Promise<Reactions> {
    const { position } = this
    const readSince = async (since: PostId | null) =>
      since === null || embed > 0
        ? reactionsOf(await queries.listNewestReactions(db, member, NEWEST_MAX), null)
        : reactionsOf(await queries.listReactionsSince(db, member, since, NEWEST_MAX), since)
    const known = this.get('member', member)
    let reactions = known ?? (await readSince(posts.length > 0 ? (Math.min(...posts) as PostId) : null))
    const isUnknown = (post: PostId) => reactions.to(post) === null
    if (reactions.votes === 'none' && (embed > 0 || posts.some(isUnknown))) reactions = await readSince(null)
    const unknown = posts.filter(isUnknown)
    if (unknown.length > 0) reactions = reactions.withOlder(unknown, await queries.listReactions(db, member, unknown))
    if (reactions === known) return known
    this.misses++
    return this.put('member', member, reactions, position).value
  }
}
