/**
 * What a changed row invalidates in caches. Each kind but `everything` carries one or two ids:
 * - `post`: the content of a post; its id
 * - `postAdded`, `postRemoved`: lists contain the post now, or no longer; its id and its author's
 * - `ranking`: the position of a post in lists ordered by likes; its id and its author's
 * - `tagged`: lists of a hashtag contain a post now, or no longer; the post's id and the tag's
 * - `tagRanking`: the position of a post with a hashtag in lists ordered by likes; the post's id and the tag's
 * - `repostAdded`, `repostRemoved`: a repost; its id and the member's
 * - `repostShown`: whether reposts bring a post into feeds may have changed, or those of a member; its id and its
 *   author's, or the member's twice
 * - `repostRanking`: the position of a post with reposts in lists ordered by likes; its id and its author's
 * - `quoted`: what posts that quote a post show of it; its id
 * - `card`: what posts show of the address that they name; the id of the card
 * - `told`: what notifications about a post say; its id
 * - `toldShown`: whether notifications about a post are shown; its id
 * - `member`: the data of a member, wherever they are shown; the member's id
 * - `audience`: who sees a member's posts has changed: everyone, or followers; the member's id
 * - `memberCounts`: a member's counts; the member's id
 * - `pin`: a member's pinned post; the member's id
 * - `follow`: the follower's id and that of the followed
 * - `tagFollow`: a member follows a hashtag now, or no longer; the member's id and the tag's
 * - `request`: a request to follow; the ids of who asks and of who is asked
 * - `relation`: whom or what a member has blocked or muted, or the languages that they have chosen; the member's id
 * - `blocked`: by whom a member was blocked; the member's id
 * - `notification`: a member's notifications, or what they want to be notified of; the member's id
 * - `device`: a device gets push messages now; its member's id
 * - `reaction`: a member's reaction to a post or its comments, repost, vote or bookmark; the ids of member and post
 * - `session`: a session has ended or changed; its member's id
 * - `queued`: there is a mail to send, or a request to answer; its id
 * - `everything`: it is not known what has changed
 */
export const KINDS = [
  'post',
  'postAdded',
  'postRemoved',
  'ranking',
  'tagged',
  'tagRanking',
  'repostAdded',
  'repostRemoved',
  'repostShown',
  'repostRanking',
  'quoted',
  'card',
  'told',
  'toldShown',
  'member',
  'audience',
  'memberCounts',
  'pin',
  'follow',
  'tagFollow',
  'request',
  'relation',
  'blocked',
  'notification',
  'device',
  'reaction',
  'session',
  'queued',
  'everything',
] as const
export type Kind = (typeof KINDS)[number]

/** One kind and its ids; 0 for a second id that the kind does not have. */
export type Invalidation = readonly [kind: Kind, a: number, b: number]

export const EVERYTHING: readonly Invalidation[] = [['everything', 0, 0]]

const KIND_BY_NAME = new Map<string, Kind>(KINDS.map((kind) => [kind, kind]))

/** Converts what an engine reports. An unknown kind, of a newer release, invalidates everything. */
export function readInvalidation(kind: string, a: number, b: number): Invalidation {
  return [KIND_BY_NAME.get(kind) ?? 'everything', a, b]
}

/** How many invalidations the log keeps. */
const KEPT = 131_072

/** Some kinds, for hasMatch. */
export type KindSet = Readonly<Uint8Array>

export const kindSet = (kinds: readonly Kind[]): KindSet => Uint8Array.from(kinds, (kind) => KINDS.indexOf(kind))

/** The latest invalidations, as this process has learned of them. A position is their number up to an instant. */
export class InvalidationLog {
  readonly #first = new Float64Array(KEPT)
  readonly #second = new Float64Array(KEPT)
  /**
   * Of each, the position before the previous one of its kind; of each kind, that before the latest one; -1 for none.
   */
  readonly #earlier = new Float64Array(KEPT)
  readonly #latest = new Float64Array(KINDS.length).fill(-1)
  readonly #listeners: ((batch: readonly Invalidation[]) => void)[] = []
  #end = 0
  /** Invalidations before this position have been dropped. */
  #start = 0

  /** The present position. What is read from the database from now on includes everything before it. */
  get position(): number {
    return this.#end
  }

  /** @param listener called with each batch, before `add` returns */
  listen(listener: (batch: readonly Invalidation[]) => void): void {
    this.#listeners.push(listener)
  }

  /**
   * Adds the invalidations of commits: in `catchUp`, and on SQLite those of this process before it acknowledges the
   * commit.
   */
  add(batch: readonly Invalidation[]): void {
    if (batch.length === 0) return
    for (const [kind, a, b] of batch) {
      const at = this.#end % KEPT
      const index = KINDS.indexOf(kind)
      this.#earlier[at] = this.#latest[index] as number
      this.#latest[index] = this.#end
      this.#first[at] = a
      this.#second[at] = b
      this.#end++
      if (kind === 'everything') this.#start = this.#end
    }
    this.#start = Math.max(this.#start, this.#end - KEPT)
    for (const listener of this.#listeners) listener(batch)
  }

  /**
   * Whether any invalidation of these kinds since a position matches. Only these are looked at, those of each kind from
   * the latest to the earliest: a page of posts is asked for again after thousands, of which it concerns a few.
   * @returns also true if some of them have been dropped, or if it is not known what has changed
   */
  hasMatch(since: number, kinds: KindSet, matches: (kind: Kind, a: number, b: number) => boolean): boolean {
    if (since < this.#start) return true
    for (const index of kinds) {
      const kind = KINDS[index] as Kind
      for (let position = this.#latest[index] as number; position >= since; ) {
        const at = position % KEPT
        if (matches(kind, this.#first[at] as number, this.#second[at] as number)) return true
        position = this.#earlier[at] as number
      }
    }
    return false
  }
}
