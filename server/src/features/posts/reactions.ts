import { indexOfSorted } from '../../cache/sorted.ts'
import type { PostId } from '../../database/schema.ts'
import { bitsOf, kindOf, POLLED, POST_REACTIONS, type ReactionRow, VOTED } from './reactions.queries.ts'

/** The size of one reaction: its post, and its bits. */
const REACTION_BYTES = 8 + 1
/** Approximate size of the objects that hold reactions. */
const OBJECTS_BYTES = 500
/** How many reactions of each kind are read at first, starting with the newest posts. */
export const NEWEST_MAX = 100
/** How many older posts are cached one by one. Beyond this, all earlier ones are dropped. */
const OLDER_MAX = 200

/** Null for a visitor; undefined if they are not cached. */
export type ViewerReactions = Reactions | null | undefined

/** Approximate size of an entry of a map. */
const VOTE_BYTES = 60

/** Reactions by post. Bits in arrays take a sixth of the memory of a map. Votes in polls are few. */
class BitsByPost {
  /** In ascending order. */
  readonly posts: Float64Array
  readonly #bits: Uint8Array
  readonly #polled: ReadonlyMap<number, number>

  constructor(bits: ReadonlyMap<PostId, number>) {
    this.posts = Float64Array.from(bits.keys()).sort()
    this.#bits = Uint8Array.from(this.posts, (post) => (bits.get(post as PostId) ?? 0) % POLLED)
    const polled = [...bits].filter(([, of]) => of >= POLLED)
    this.#polled = polled.length === 0 ? NOT_POLLED : new Map(polled.map(([post, of]) => [post, of - (of % POLLED)]))
  }

  get bytes(): number {
    return this.posts.length === 0
      ? 0
      : OBJECTS_BYTES + REACTION_BYTES * this.posts.length + VOTE_BYTES * this.#polled.size
  }

  get(post: PostId): number | null {
    const bits = this.#bits[indexOfSorted(this.posts, post)]
    return bits === undefined ? null : bits + (this.#polled.get(post) ?? 0)
  }

  toMap(): Map<PostId, number> {
    return new Map(Array.from(this.posts, (post) => [post as PostId, this.get(post as PostId) ?? 0]))
  }
}
const NOT_POLLED: ReadonlyMap<number, number> = new Map()
const NONE = new BitsByPost(new Map())

/** One member's reactions: all of those to posts from `#from` on, and those to some older posts. */
export class Reactions {
  readonly #newest: BitsByPost
  /** Reactions are complete only for posts with this id or a later one. */
  readonly #from: number
  readonly #older: BitsByPost
  /** Which votes on comments were read: all, the first NEWEST_MAX, or none. */
  readonly votes: 'all' | 'some' | 'none'
  readonly bytes: number

  constructor(newest: BitsByPost, from: number, votes: Reactions['votes'], older = NONE) {
    this.#newest = newest
    this.#from = from
    this.#older = older
    this.votes = votes
    this.bytes = newest.bytes + older.bytes
  }

  /**
   * The reactions to a post as bits (LIKED etc.) with the vote in its poll (choicesIn); null if they are not cached.
   */
  to(post: PostId): number | null {
    return post >= this.#from ? (this.#newest.get(post) ?? 0) : this.#older.get(post)
  }

  /**
   * @param rows all reactions to these posts except votes on comments. The posts get the bit VOTED, as they may have
   * votes
   */
  withOlder(posts: readonly PostId[], rows: readonly ReactionRow[]): Reactions {
    const bits = bitsOf(rows)
    const isFull = this.#older.posts.length + posts.length > OLDER_MAX
    const older = isFull ? new Map<PostId, number>() : this.#older.toMap()
    for (const post of posts) older.set(post, withVoted(bits.get(post) ?? 0))
    return new Reactions(this.#newest, this.#from, this.votes, new BitsByPost(older))
  }
}

const withVoted = (bits: number): number => (bits & VOTED ? bits : bits + VOTED)

/** @param rows the newest of each kind, since a post or of all. If there are NEWEST_MAX of a kind, there may be more */
export function reactionsOf(rows: readonly ReactionRow[], since: PostId | null): Reactions {
  const postsOf = (kind: number) => rows.filter(({ reaction }) => kindOf(reaction) === kind).map((row) => row.post_id)
  const cut = POST_REACTIONS.map(postsOf).filter(({ length }) => length >= NEWEST_MAX)
  const from = Math.max(since ?? 0, ...cut.map((posts) => Math.min(...posts)))
  const votes = postsOf(VOTED).length >= NEWEST_MAX ? 'some' : 'all'
  return new Reactions(new BitsByPost(bitsOf(rows)), from, since === null ? votes : 'none')
}
