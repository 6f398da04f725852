import { BOOKMARKS_OF, type Concern, FOLLOWS, MEMBER, POST, POSTS_OF } from '../database/changes.ts'
import type { MemberId, PostId } from '../database/schema.ts'
import { includesSorted } from '../sorted.ts'

/** What an answer was made of, filled in while it is made; from it follows which changes make it wrong. */
export class Sources {
  readonly viewer: MemberId | null
  #posts: Ids = NONE
  #members: Ids = NONE
  #authors: Float64Array | 'all' | null = null
  #isRanked = false
  #showsFollows = false

  constructor(viewer: MemberId | null) {
    this.viewer = viewer
  }

  /** @param members those whose names are in it */
  post(id: PostId, members: readonly MemberId[]): void {
    this.#posts = added(this.#posts, id)
    for (const member of members) this.#members = added(this.#members, member)
  }
  /** One whose name, picture or profile is shown. */
  member(id: MemberId): void {
    this.#members = added(this.#members, id)
  }
  /** The answer lists what these members write. @param ids ascending; 'all' for everybody */
  postsBy(ids: Float64Array | 'all'): void {
    this.#authors = ids
  }
  /** The order of those posts depends on their likes. */
  ranked(): void {
    this.#isRanked = true
  }
  /** Whom the members shown follow, and who follows them, is part of it. */
  follows(): void {
    this.#showsFollows = true
  }

  /** Nothing is noted any more. What is kept for long is kept small. */
  freeze(): void {
    this.#posts = frozen(this.#posts)
    this.#members = frozen(this.#members)
  }

  readonly concerns: Concern = (kind, a, b) => {
    switch (kind) {
      case POST:
        return has(this.#posts, a) || (this.#isRanked && this.lists(b))
      case POSTS_OF:
        return this.lists(a) || has(this.#members, a)
      case MEMBER:
        return has(this.#members, a)
      case FOLLOWS:
        return a === this.viewer || (this.#showsFollows && (has(this.#members, a) || has(this.#members, b)))
      case BOOKMARKS_OF:
        return a === this.viewer
      default:
        return false
    }
  }

  /** Whether it lists what this member writes. */
  lists(author: number): boolean {
    const authors = this.#authors
    return authors === 'all' || (authors !== null && has(authors, author))
  }
}

/** A set while it grows, in ascending order afterwards. */
type Ids = Set<number> | Float64Array
const NONE = new Float64Array()

function added(ids: Ids, id: number): Ids {
  if (ids === NONE) return new Set([id])
  if (!(ids instanceof Set)) throw new TypeError('An answer that is made is made of nothing more.')
  return ids.add(id)
}

function frozen(ids: Ids): Ids {
  return ids instanceof Set ? Float64Array.from(ids).sort() : ids
}

function has(ids: Ids, id: number): boolean {
  return ids instanceof Set ? ids.has(id) : includesSorted(ids, id)
}
