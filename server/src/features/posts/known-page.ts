import { type ChangeLog, FOLLOWS, POST, POSTS_OF } from '../../database/changes.ts'
import type { PostId } from '../../database/schema.ts'
import type { Used } from '../../second-chance.ts'
import { includesSorted } from '../../sorted.ts'
import type { IdPage, ViewedPage } from './remembered-page.ts'

/** What a page takes besides its ids, about. */
const ENTRY_BYTES = 800
/** Cursors of lists that are ordered by likes say an instant that must not be too long ago, in milliseconds. */
const AGE_MAX = 10 * 60_000
/** Changes of these kinds make lists wrong. */
const KINDS = [POSTS_OF, FOLLOWS]
const KINDS_RANKED = [...KINDS, POST]

/** A page that is remembered: it takes up new posts, and knows which other changes make it wrong. */
export class KnownPage implements Used {
  readonly weight: number
  isUsed = false
  /** Not as one object, which is made for each request: one that lives long has V8 take all of them for such. */
  readonly page: ViewedPage['page']
  readonly viewer: ViewedPage['viewer']
  readonly #authors: ViewedPage['authors']
  readonly #madeAt = Date.now()
  #listed: IdPage
  #added: PostId[] = []
  /** All that concerns it up to here is in it. */
  #position: number

  /** @param position from before the page was read */
  constructor({ page, viewer, authors }: ViewedPage, listed: IdPage, position: number) {
    this.page = page
    this.viewer = viewer
    this.#authors = authors
    this.#listed = listed
    this.#position = position
    this.weight = ENTRY_BYTES + 8 * listed.ids.length
  }

  /** As it is now; null when it has to be read anew. */
  current(log: ChangeLog): IdPage | null {
    const { position } = log
    if (position !== this.#position) {
      const kinds = this.page.order === 'ranked' ? KINDS_RANKED : KINDS
      if (!log.isQuiet(this.#position, position, (kind, a, b) => this.#isBrokenBy(kind, a, b), kinds)) return null
      this.#position = position
      if (this.#added.length > 0) this.#listed = this.#withAdded()
    }
    return Date.now() - this.#madeAt < AGE_MAX ? this.#listed : null
  }

  /** Takes note of a new post where that is enough. */
  #isBrokenBy(kind: number, a: number, b: number): boolean {
    const { order, after } = this.page
    if (kind === FOLLOWS) return a === this.viewer
    const author = kind === POST ? b : a
    const isListed = this.#authors === 'all' || includesSorted(this.#authors, author)
    if (!isListed) return false
    const isNewPost = kind === POSTS_OF && b !== 0
    if (!isNewPost || order === 'ranked') return true
    // Behind the page, but where that is the last one.
    if (order === 'oldest') return this.#listed.nextCursor === null || b < (this.#listed.ids.at(-1) ?? 0)
    // Before the page, as pages after the first begin with older posts.
    if (b < after) this.#added.push(b as PostId)
    return false
  }

  #withAdded(): IdPage {
    const { limit, cursorAt } = this.page
    const { ids: listed } = this.#listed
    const added = this.#added.filter((id) => !listed.includes(id))
    this.#added = []
    const ids = [...added, ...listed].sort((a, b) => b - a)
    const last = ids[limit - 1]
    if (ids.length <= limit || last === undefined) return { ids, nextCursor: this.#listed.nextCursor }
    return { ids: ids.slice(0, limit), nextCursor: cursorAt(last) }
  }
}
