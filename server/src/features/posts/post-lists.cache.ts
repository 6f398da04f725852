import { Cache } from '../../cache/cache.ts'
import { includesSorted } from '../../cache/sorted.ts'
import type { InvalidationLog, Kind } from '../../database/invalidation-log.ts'
import type { MemberId, PostId } from '../../database/schema.ts'

/** About 12,000 pages. */
const MAX_BYTES = 12 * 2 ** 20
/** What a page takes besides its name and its ids, about. */
const PAGE_BYTES = 600
/** Cursors of lists that are ordered by likes hold a snapshot that must not be too old; in milliseconds. */
const MAX_AGE_MS = 10 * 60_000

/** Which posts stand on one page of a list. */
export interface IdPage {
  readonly ids: readonly PostId[]
  readonly nextCursor: string | null
}

/** One page of a list as one address asks for it, whoever does. It is made once, and asked often. */
export interface ListPage {
  /** Another one for every other page. */
  readonly name: string
  /** By ids, or in a way that a reaction may change anywhere. */
  readonly order: 'newest' | 'oldest' | 'ranked'
  readonly limit: number
  /** The id that it starts after. */
  readonly after: number
  read(reader: MemberId | null): Promise<IdPage>
  /** The cursor of what comes after this post. */
  cursorAt(post: PostId): string
}

/** Such a page of a list that holds what some members write. */
export interface ReaderPage {
  readonly page: ListPage
  /** The member whose list it is; null where it is the same for all. */
  readonly reader: MemberId | null
  /** Ascending; 'all' for everybody. */
  readonly authors: Float64Array | 'all'
  /** The author whose name is in the address. */
  readonly named?: MemberId
}

/**
 * The ids on the pages of lists. A new post concerns the pages of all who follow its author: so a page finds out when
 * it is asked for whether it still holds, and takes up new posts where that is enough.
 */
export class PostListsCache extends Cache<string, MemberId | null, CachedPage> {
  readonly #log: InvalidationLog

  constructor(log: InvalidationLog) {
    super(log, { maxBytes: MAX_BYTES, endedBy: {} })
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
  /** All that concerns it up to here is in it. */
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

  /** As it is now; null when it has to be read again. */
  current(log: InvalidationLog): IdPage | null {
    const { position } = log
    if (position !== this.#position) {
      if (log.hasEnded(this.#position, this.#isEndedBy)) return null
      this.#position = position
      if (this.#added.length > 0) this.#listed = this.#withAdded()
    }
    return Date.now() - this.#madeAt < MAX_AGE_MS ? this.#listed : null
  }

  /** Takes note of a new post where that is enough. */
  readonly #isEndedBy = (kind: Kind, a: number, b: number): boolean => {
    if (kind === 'follow') return a === this.#reader
    if (kind !== 'postAdded' && kind !== 'postRemoved' && kind !== 'ranking') return false
    const { order, after } = this.#page
    const isListed = this.#authors === 'all' || includesSorted(this.#authors, b)
    if (!isListed) return false
    if (kind === 'postRemoved' || order === 'ranked') return true
    if (kind === 'ranking') return false
    // Behind the page, unless that is the last one.
    if (order === 'oldest') return this.#listed.nextCursor === null || a < (this.#listed.ids.at(-1) ?? 0)
    // Before the page, as pages after the first begin with older posts.
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
