import { Cache } from '../../cache/cache.ts'
import { includesSorted } from '../../cache/sorted.ts'
import type { InvalidationLog, Kind } from '../../database/invalidation-log.ts'
import type { MemberId, PostId } from '../../database/schema.ts'

/** About 12,000 pages. */
const MAX_BYTES = 12 * 2 ** 20
/** Approximate overhead of a page besides its name and its ids. */
const PAGE_BYTES = 600
/** In milliseconds. The cursors of ranked lists contain a snapshot, and a snapshot expires. */
const MAX_AGE_MS = 10 * 60_000

/** The ids of the posts on one page of a list. */
export interface IdPage {
  readonly ids: readonly PostId[]
  readonly nextCursor: string | null
}

/** A page as one address requests it, for any reader. It is created once per address and then reused. */
export interface ListPage {
  /** Unique per page. */
  readonly name: string
  /** By id; or ranked, where any reaction may change the order. */
  readonly order: 'newest' | 'oldest' | 'ranked'
  readonly limit: number
  /** The page starts after this id. */
  readonly after: number
  read(reader: MemberId | null): Promise<IdPage>
  /** The cursor that continues the list after this post. */
  cursorAt(post: PostId): string
}

/** A page of a list for one reader. */
export interface ReaderPage {
  readonly page: ListPage
  /** The member whose list it is; null for a list that is the same for all. */
  readonly reader: MemberId | null
  /** The members whose posts the list contains, in ascending order; 'all' for everybody. */
  readonly authors: Float64Array | 'all'
  /** The author that the address names. */
  readonly named?: MemberId
}

/**
 * Caches the ids on pages of lists. A new post affects the pages of everyone who follows its author. So a page checks
 * the log itself when it is read, and inserts new posts without a query if it can.
 */
export class PostListsCache extends Cache<string, MemberId | null, CachedPage> {
  readonly #log: InvalidationLog

  constructor(log: InvalidationLog) {
    super(log, { maxBytes: MAX_BYTES, invalidatedBy: {} })
    this.#log = log
  }

  find({ page, reader }: ReaderPage): IdPage | null {
    const cached = this.get(page.name, reader)
    const ids = cached?.current(this.#log) ?? null
    if (ids) this.hits++
    else if (cached) this.delete(page.name, reader)
    return ids
  }

  async loadPage(asked: ReaderPage): Promise<IdPage> {
    const known = this.find(asked)
    if (known) return known
    this.misses++
    const { position } = this
    const ids = await asked.page.read(asked.reader)
    this.put(asked.page.name, asked.reader, new CachedPage(asked, ids, position), position)
    return ids
  }
}

class CachedPage {
  readonly bytes: number
  readonly #page: ListPage
  readonly #reader: MemberId | null
  readonly #authors: ReaderPage['authors']
  readonly #madeAt = Date.now()
  #listed: IdPage
  #added: PostId[] = []
  /** Invalidations up to this position have been applied. */
  #position: number

  /** @param position from before the page was read */
  constructor({ page, reader, authors }: ReaderPage, listed: IdPage, position: number) {
    this.#page = page
    this.#reader = reader
    this.#authors = authors
    this.#listed = listed
    this.#position = position
    this.bytes = PAGE_BYTES + page.name.length + 8 * listed.ids.length
  }

  /** The page as of now; null if it has to be read again. */
  current(log: InvalidationLog): IdPage | null {
    const { position } = log
    if (position !== this.#position) {
      if (log.hasMatch(this.#position, this.#isEndedBy)) return null
      this.#position = position
      if (this.#added.length > 0) this.#listed = this.#withAdded()
    }
    return Date.now() - this.#madeAt < MAX_AGE_MS ? this.#listed : null
  }

  /** Collects new posts that can be inserted without a query. */
  readonly #isEndedBy = (kind: Kind, a: number, b: number): boolean => {
    if (kind === 'follow') return a === this.#reader
    if (kind !== 'postAdded' && kind !== 'postRemoved' && kind !== 'ranking') return false
    const { order, after } = this.#page
    const isListed = this.#authors === 'all' || includesSorted(this.#authors, b)
    if (!isListed) return false
    if (kind === 'postRemoved' || order === 'ranked') return true
    if (kind === 'ranking') return false
    // The new post comes after this page, unless this is the last one.
    if (order === 'oldest') return this.#listed.nextCursor === null || a < (this.#listed.ids.at(-1) ?? 0)
    // Pages after the first start at an older id, so a new post does not change them.
    if (a < after) this.#added.push(a as PostId)
    return false
  }

  #withAdded(): IdPage {
    const { limit, cursorAt } = this.#page
    const { ids: listed } = this.#listed
    const added = this.#added.filter((id) => !listed.includes(id))
    this.#added = []
    const ids = [...added, ...listed].sort((a, b) => b - a)
    const last = ids[limit - 1]
    if (ids.length <= limit || last === undefined) return { ids, nextCursor: this.#listed.nextCursor }
    return { ids: ids.slice(0, limit), nextCursor: cursorAt(last) }
  }
}
