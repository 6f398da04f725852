import type { PostId } from '../../database/schema.ts'
import type { Used } from '../../second-chance.ts'
import { indexOfSorted } from '../../sorted.ts'
import { type MarkRow, VOTED } from './marks.queries.ts'

/** What an entry takes besides its marks, about, and what each mark takes. */
const ENTRY_BYTES = 400
const MARK_BYTES = 9
const LEARNT_BYTES = 60

/** What one member has done with posts: the newest of it, and of some posts besides. */
export class Marks implements Used {
  isUsed = false
  /** Ascending. */
  readonly #posts: Float64Array
  readonly #bits: Uint8Array
  /** Of older posts not all marks are known. */
  readonly #from: number
  /** What was learnt of single posts; null for one that has changed since. */
  readonly #learnt = new Map<PostId, number | null>()
  /** Whether it is known for every post if the member has voted on comments of it. */
  readonly areVotesKnown: boolean

  /** @param max so many of each kind were asked for: where there are as many, there may be more */
  constructor(rows: readonly MarkRow[], max: number) {
    const bits = bitsOf(rows)
    const areAll = (mark: number) => rows.filter((row) => row.mark === mark).length < max
    const cut = rows.filter(({ mark }) => mark !== VOTED && !areAll(mark))
    const oldest = new Map<number, number>()
    for (const { mark, post_id: post } of cut) oldest.set(mark, Math.min(post, oldest.get(mark) ?? post))
    this.#posts = Float64Array.from(bits.keys()).sort()
    this.#bits = Uint8Array.from(this.#posts, (post) => bits.get(post as PostId) ?? 0)
    this.#from = Math.max(0, ...oldest.values())
    this.areVotesKnown = areAll(VOTED)
  }

  get learntCount(): number {
    return this.#learnt.size
  }

  /** In bytes. */
  get weight(): number {
    return ENTRY_BYTES + MARK_BYTES * this.#posts.length + LEARNT_BYTES * this.#learnt.size
  }

  /** The bits of marks.queries.ts; null where they are not known. */
  of(post: PostId): number | null {
    const learnt = this.#learnt.size > 0 ? this.#learnt.get(post) : undefined
    if (learnt !== undefined) return learnt
    if (post < this.#from) return null
    return this.#bits[indexOfSorted(this.#posts, post)] ?? 0
  }

  /** The member has done something with this post. */
  forget(post: PostId): void {
    this.#learnt.set(post, null)
  }

  /** @param rows all marks on these posts but votes: of those it is taken that there may be some */
  learn(posts: readonly PostId[], rows: readonly MarkRow[]): void {
    const bits = bitsOf(rows)
    for (const post of posts) this.#learnt.set(post, (bits.get(post) ?? 0) | VOTED)
  }
}

function bitsOf(rows: readonly MarkRow[]): Map<PostId, number> {
  const bits = new Map<PostId, number>()
  for (const { post_id: post, mark } of rows) bits.set(post, (bits.get(post) ?? 0) | mark)
  return bits
}
