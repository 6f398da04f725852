import type { PostId } from '../../database/schema.ts'
import { bitsOf, POST_REACTIONS, type ReactionRow, VOTED } from './reactions.queries.ts'

/** Approximate size of one map entry. */
const REACTION_BYTES = 50
/** How many reactions of each kind are read at first, starting with the newest posts. */
export const NEWEST_MAX = 100
/** How many older posts are cached one by one. Beyond this, all earlier ones are dropped. */
const OLDER_MAX = 200

/** Null for a visitor; undefined if they are not cached. */
export type ViewerReactions = Reactions | null | undefined

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
  withOlder(posts: readonly PostId[], rows: readonly ReactionRow[]): Reactions {
    const bits = bitsOf(rows)
    const older = new Map(this.#older.size + posts.length > OLDER_MAX ? [] : this.#older)
    for (const post of posts) older.set(post, (bits.get(post) ?? 0) | VOTED)
    return new Reactions(this.#newest, this.#from, this.votes, older)
  }
}

/** @param rows the newest of each kind, since a post or of all. If there are NEWEST_MAX of a kind, there may be more */
export function reactionsOf(rows: readonly ReactionRow[], since: PostId | null): Reactions {
  const postsOf = (kind: number) => rows.filter(({ reaction }) => reaction === kind).map((row) => row.post_id)
  const cut = POST_REACTIONS.map(postsOf).filter(({ length }) => length >= NEWEST_MAX)
  const from = Math.max(since ?? 0, ...cut.map((posts) => Math.min(...posts)))
  const votes = postsOf(VOTED).length >= NEWEST_MAX ? 'some' : 'all'
  return new Reactions(bitsOf(rows), from, since === null ? votes : 'none')
}
