import { indexOfSorted } from '../../cache/sorted.ts'
import type { PostId } from '../../database/schema.ts'
import { bitsOf, POST_REACTIONS, type ReactionRow, VOTED } from './reactions.queries.ts'

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

/** Bits by post. In arrays they take a sixth of the memory of a map. */
class BitsByPost {
  /** In ascending order. */
  readonly posts: Float64Array
  readonly #bits: Uint8Array

  constructor(bits: ReadonlyMap<PostId, number>) {
    this.posts = Float64Array.from(bits.keys()).sort()
    this.#bits = Uint8Array.from(this.posts, (post) => bits.get(post as PostId) ?? 0)
  }

  get bytes(): number {
    return this.posts.length === 0 ? 0 : OBJECTS_BYTES + REACTION_BYTES * this.posts.length
  }

  get(post: PostId): number | null {
    return this.#bits[indexOfSorted(this.posts, post)] ?? null
  }

  toMap(): Map<PostId, number> {
    return new Map(Array.from(this.posts, (post, at) => [post as PostId, this.#bits[at] ?? 0]))
  }
}
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

  /** The reactions to a post as bits (LIKED etc.); null if they are not cached. */
  to(post: PostId): number | null {
    return post >= this.#from ? (this.#newest.get(post) ?? 0) : this.#older.get(post)
  }

  /** @param rows all reactions to these posts except votes. The posts get the bit VOTED, as they may have votes */
  withOlder(posts: readonly PostId[], rows: readonly ReactionRow[]): Reactions {
    const bits = bitsOf(rows)
    const isFull = this.#older.posts.length + posts.length > OLDER_MAX
    const older = isFull ? new Map<PostId, number>() : this.#older.toMap()
    for (const post of posts) older.set(post, (bits.get(post) ?? 0) | VOTED)
    return new Reactions(this.#newest, this.#from, this.votes, new BitsByPost(older))
  }
}

/** @param rows the newest of each kind, since a post or of all. If there are NEWEST_MAX of a kind, there may be more */
export function reactionsOf(rows: readonly ReactionRow[], since: PostId | null): Reactions {
  const postsOf = (kind: number) => rows.filter(({ reaction }) => reaction === kind).map((row) => row.post_id)
  const cut = POST_REACTIONS.map(postsOf).filter(({ length }) => length >= NEWEST_MAX)
  const from = Math.max(since ?? 0, ...cut.map((posts) => Math.min(...posts)))
  const votes = postsOf(VOTED).length >= NEWEST_MAX ? 'some' : 'all'
  return new Reactions(new BitsByPost(bitsOf(rows)), from, since === null ? votes : 'none')
}
