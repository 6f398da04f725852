import { type ChangeLog, FOLLOWS, POST, POSTS_OF } from '../../database/changes.ts'
import type { PostId } from '../../database/schema.ts'
import { pageOf } from '../../http/list-query.ts'
import type { Used } from '../../second-chance.ts'
import { includesSorted } from '../../sorted.ts'
import type { IdPage, RememberedList } from './remembered-list.ts'

/** What a page takes besides its ids, about. */
const ENTRY_BYTES = 800
/** Cursors of lists that are ordered by likes say an instant that must not be too long ago, in milliseconds. */
const AGE_MAX = 10 * 60_000
/** Changes of these kinds make lists wrong. */
const KINDS = [POSTS_OF, FOLLOWS]
const KINDS_RANKED = [...KINDS, POST]

/** A page of a list, as it is asked for. */
export interface AskedPage {
  readonly list: RememberedList
  readonly limit: number
  /** Another one for every other page. */
  readonly key: string
}

export function askedPage(list: RememberedList): AskedPage {
  const { limit, cursor } = pageOf(list.query)
  return { list, limit, key: `${list.name} ${limit} ${cursor ?? ''}` }
}

/** A page that is remembered: it takes up new posts, and knows which other changes make it wrong. */
export class KnownPage implements Used {
  readonly weight: number
  isUsed = false
  readonly #asked: AskedPage
  readonly #after: number
  readonly #madeAt = Date.now()
  #page: IdPage
  #added: PostId[] = []
  /** All that concerns it up to here is in it. */
  #position: number

  /** @param position from before the page was read */
  constructor(asked: AskedPage, page: IdPage, position: number) {
    this.#asked = asked
    this.#after = asked.list.after()
    this.#page = page
    this.#position = position
    this.weight = ENTRY_BYTES + 8 * page.ids.length + 2 * asked.key.length
  }

  /** As it is now; null when it has to be read anew. */
  current(log: ChangeLog): IdPage | null {
    const { position } = log
    if (position !== this.#position) {
      const kinds = this.#asked.list.order === 'ranked' ? KINDS_RANKED : KINDS
      if (!log.isQuiet(this.#position, position, (kind, a, b) => this.#isBrokenBy(kind, a, b), kinds)) return null
      this.#position = position
      if (this.#added.length > 0) this.#page = this.#withAdded()
    }
    return Date.now() - this.#madeAt < AGE_MAX ? this.#page : null
  }

  /** Takes note of a new post where that is enough. */
  #isBrokenBy(kind: number, a: number, b: number): boolean {
    const { order, viewer, authors } = this.#asked.list
    if (kind === FOLLOWS) return a === viewer
    const author = kind === POST ? b : a
    const isListed = authors === 'all' || includesSorted(authors, author)
    if (!isListed) return false
    const isNewPost = kind === POSTS_OF && b !== 0
    if (!isNewPost || order === 'ranked') return true
    // Behind the page, but where that is the last one.
    if (order === 'oldest') return this.#page.nextCursor === null || b < (this.#page.ids.at(-1) ?? 0)
    // Before the page, as pages after the first begin with older posts.
    if (b < this.#after) this.#added.push(b as PostId)
    return false
  }

  #withAdded(): IdPage {
    const { list, limit } = this.#asked
    const ids = [...new Set([...this.#added, ...this.#page.ids])].sort((a, b) => b - a)
    this.#added = []
    const last = ids[limit - 1]
    if (ids.length <= limit || last === undefined) return { ids, nextCursor: this.#page.nextCursor }
    return { ids: ids.slice(0, limit), nextCursor: list.cursorAt(last) }
  }
}
