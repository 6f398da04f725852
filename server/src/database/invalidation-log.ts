/**
 * What a changed row makes wrong in a cache. Each kind names one or two ids:
 * - `post`: what is shown of a post; its id
 * - `postAdded`, `postRemoved`: a post is in lists, or is not any more; its id and its author's
 * - `ranking`: a post may stand elsewhere in lists ordered by likes; its id and its author's
 * - `member`: what is shown of a member, wherever they are named; the member's id
 * - `memberCounts`: a member's figures; the member's id
 * - `follow`: the follower's id and that of the followed
 * - `reaction`: what a member has done with a post or its comments; the member's id and the post's
 * - `session`: a session has ended or changed; its member's id
 * - `everything`: what has changed is not known
 */
export const KINDS = [
  'post',
  'postAdded',
  'postRemoved',
  'ranking',
  'member',
  'memberCounts',
  'follow',
  'reaction',
  'session',
  'everything',
] as const
export type Kind = (typeof KINDS)[number]

/** One kind and its ids; 0 for a second id that the kind does not have. */
export type Invalidation = readonly [kind: Kind, a: number, b: number]

export const EVERYTHING: readonly Invalidation[] = [['everything', 0, 0]]

const KNOWN = new Map<string, Kind>(KINDS.map((kind) => [kind, kind]))

/** An invalidation as an engine gives it. A kind of a newer release stands for everything. */
export function readInvalidation(kind: string, a: number, b: number): Invalidation {
  return [KNOWN.get(kind) ?? 'everything', a, b]
}

/** So many invalidations are looked back at. */
const KEPT = 131_072

/** The latest invalidations in the order of their commits. A position is their number up to an instant. */
export class InvalidationLog {
  readonly #kinds: Kind[] = []
  readonly #first = new Float64Array(KEPT)
  readonly #second = new Float64Array(KEPT)
  readonly #listeners: ((batch: readonly Invalidation[]) => void)[] = []
  #end = 0
  /** Of what came before it nothing is known. */
  #start = 0

  /** Where what is read from now on stands. */
  get position(): number {
    return this.#end
  }

  /** @param listener called with each batch, before `add` returns */
  listen(listener: (batch: readonly Invalidation[]) => void): void {
    this.#listeners.push(listener)
  }

  /** To be called after the commit, and before anyone is told of it. */
  add(batch: readonly Invalidation[]): void {
    if (batch.length === 0) return
    for (const [kind, a, b] of batch) {
      const at = this.#end % KEPT
      this.#kinds[at] = kind
      this.#first[at] = a
      this.#second[at] = b
      this.#end++
      if (kind === 'everything') this.#start = this.#end
    }
    this.#start = Math.max(this.#start, this.#end - KEPT)
    for (const listener of this.#listeners) listener(batch)
  }

  /**
   * Whether any invalidation since a position ends something.
   * @returns true also where they are not known any more
   */
  hasEnded(since: number, ends: (kind: Kind, a: number, b: number) => boolean): boolean {
    if (since < this.#start) return true
    for (let position = since; position < this.#end; position++) {
      const at = position % KEPT
      if (ends(this.#kinds[at] as Kind, this.#first[at] as number, this.#second[at] as number)) return true
    }
    return false
  }
}
