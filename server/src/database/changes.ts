import type { MemberId, PostId } from './schema.ts'

/**
 * What a transaction changes of what answers show, so that what is remembered can be told from what has changed. One
 * that says nothing is taken to have changed everything: forgetting to say costs speed, never truth.
 */
export interface Changes {
  /** A post's text, media, counts or lists, or anything of its comments. */
  post(post: PostId, author: MemberId): void
  /** The author has one post more, or one fewer. @param added the one that came; none where one went */
  postsOf(author: MemberId, added?: PostId): void
  /** What is shown of a member. */
  member(member: MemberId): void
  /** Whom the first follows, and by whom the second is followed. */
  follows(follower: MemberId, followed: MemberId): void
  /** The member has liked, disliked or bookmarked this post, voted on a comment of it, or taken one of these back. */
  mark(member: MemberId, post: PostId): void
  /** Which of the member's tokens are good. */
  sessionsOf(member: MemberId): void
  /** Nothing that any answer or token shows. */
  nothing(): void
}

export const POST = 0
export const POSTS_OF = 1
export const MEMBER = 2
export const FOLLOWS = 3
export const SESSIONS_OF = 4
export const MARK = 5

/** Whether a change makes something wrong. @param a the first id said with it, @param b the second, or 0 */
export type Concern = (kind: number, a: number, b: number) => boolean

/** So many changes are looked back at; what was made before them is made anew. */
const REMEMBERED = 65_536

/** Collects what one transaction says. */
export class ChangeNotes implements Changes {
  readonly entries: (readonly [kind: number, a: number, b: number])[] = []
  #isSilent = true

  /** Whether the transaction has not said what it changes. */
  get isSilent(): boolean {
    return this.#isSilent
  }
  post(post: PostId, author: MemberId): void {
    this.#note(POST, post, author)
  }
  postsOf(author: MemberId, added?: PostId): void {
    this.#note(POSTS_OF, author, added ?? 0)
  }
  member(member: MemberId): void {
    this.#note(MEMBER, member, 0)
  }
  follows(follower: MemberId, followed: MemberId): void {
    this.#note(FOLLOWS, follower, followed)
  }
  mark(member: MemberId, post: PostId): void {
    this.#note(MARK, member, post)
  }
  sessionsOf(member: MemberId): void {
    this.#note(SESSIONS_OF, member, 0)
  }
  nothing(): void {
    this.#isSilent = false
  }
  #note(kind: number, a: number, b: number): void {
    this.#isSilent = false
    this.entries.push([kind, a, b])
  }
}

/** The latest changes in the order of their commits. A position is the number of changes up to an instant. */
export class ChangeLog {
  readonly #kinds = new Uint8Array(REMEMBERED)
  readonly #first = new Float64Array(REMEMBERED)
  readonly #second = new Float64Array(REMEMBERED)
  readonly #readForeign: () => number
  #foreign = 0
  #isForeignRead = false
  /** Made once: V8 puts such functions where only a full collection finds them. */
  readonly #endTurn = () => {
    this.#isForeignRead = false
  }
  #end = 0
  /** Of what happened before it nothing is known. */
  #start = 0

  /** @param readForeign a number that is another one after every commit of another process */
  constructor(readForeign: () => number) {
    this.#readForeign = readForeign
  }

  /** Where what is read from now on stands. */
  get position(): number {
    if (!this.#isForeignRead) this.#lookAbroad()
    return this.#end
  }

  /** Once in a turn of the event loop: what was asked after a commit arrives in a later turn. */
  #lookAbroad(): void {
    const foreign = this.#readForeign()
    if (foreign !== this.#foreign) {
      this.#foreign = foreign
      this.#forget()
    }
    this.#isForeignRead = true
    setImmediate(this.#endTurn)
  }

  /** After the commit, and before anyone is told of it. */
  add(notes: ChangeNotes): void {
    if (notes.isSilent) this.#forget()
    for (const [kind, a, b] of notes.entries) {
      const at = this.#end % REMEMBERED
      this.#kinds[at] = kind
      this.#first[at] = a
      this.#second[at] = b
      this.#end++
    }
    this.#start = Math.max(this.#start, this.#end - REMEMBERED)
  }

  /** Shows every change between two positions. @returns false when some of them are not known any more */
  visit(from: number, to: number, see: (kind: number, a: number, b: number) => void): boolean {
    return this.isQuiet(from, to, (kind, a, b) => {
      see(kind, a, b)
      return false
    })
  }

  /**
   * Whether nothing of concern has happened between two positions.
   * @param kinds those of them that may be of concern, where not all are
   */
  isQuiet(from: number, to: number, concerns: Concern, kinds: readonly number[] | null = null): boolean {
    if (from === to) return true
    if (from < this.#start) return false
    for (let position = from; position < to; position++) {
      const at = position % REMEMBERED
      const kind = this.#kinds[at] ?? 0
      if (kinds && !kinds.includes(kind)) continue
      if (concerns(kind, this.#first[at] ?? 0, this.#second[at] ?? 0)) return false
    }
    return true
  }

  #forget(): void {
    this.#end++
    this.#start = this.#end
  }
}
