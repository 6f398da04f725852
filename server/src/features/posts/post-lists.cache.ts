import { Cache } from '../../cache/cache.ts'
import { includesSorted } from '../../cache/sorted.ts'
import type { InvalidationLog, Kind } from '../../database/invalidation-log.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import type { IdPage, ListPage, PageKey, PageReader } from './list-page.ts'
import { joinReasons, splitReasons } from './post-json.ts'

/** About 12,000 pages. */
const MAX_BYTES = 12 * 2 ** 20
/** Approximate overhead of a page besides its name and its ids. */
const PAGE_BYTES = 600
/** The same of its reasons. */
const REASONS_BYTES = 100
/** In milliseconds. The cursors of ranked lists contain a snapshot, and a snapshot expires. */
const MAX_AGE_MS = 10 * 60_000

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

  find({ name }: PageKey, reader: PageReader): IdPage | null {
    const cached = this.get(name, reader.id)
    const ids = cached?.current(this.#log, reader) ?? null
    if (ids) this.hits++
    else if (cached) this.delete(name, reader.id)
    return ids
  }

  async loadPage(page: ListPage, reader: PageReader): Promise<IdPage> {
    const known = this.find(page.key, reader)
    if (known) return known
    this.misses++
    const { position } = this
    const ids = await page.read()
    this.put(page.key.name, reader.id, new CachedPage(page, reader, ids, position), position)
    return ids
  }
}

class CachedPage {
  readonly bytes: number
  readonly #key: PageKey
  readonly #cursorAt: ListPage['cursorAt']
  readonly #reader: PageReader
  readonly #madeAt = Date.now()
  #listed: IdPage
  #added: PostId[] = []
  /** Invalidations up to this position have been applied. */
  #position: number

  /** @param position from before the page was read */
  constructor({ key, cursorAt }: ListPage, reader: PageReader, listed: IdPage, position: number) {
    this.#key = key
    this.#cursorAt = cursorAt
    // A copy: if the one that each answer needs could stay, V8 would allocate all in the old generation (decision 22).
    this.#reader = { ...reader }
    this.#listed = listed
    this.#position = position
    const reasons = listed.because ? REASONS_BYTES + listed.because.lines.length : 0
    this.bytes = PAGE_BYTES + key.name.length + 8 * listed.ids.length + reasons
  }

  /** The page as of now; null if it has to be read again, also if the reader follows or hides others than then. */
  current(log: InvalidationLog, { id, authors, without }: PageReader): IdPage | null {
    const { position } = log
    const { authors: earlier, without: left } = this.#reader
    if (id !== null && (authors !== earlier || without !== left)) return null
    if (position !== this.#position) {
      if (log.hasMatch(this.#position, (kind, a, b) => this.#apply(kind, a, b))) return null
      this.#position = position
      if (this.#added.length > 0) this.#listed = this.#withAdded()
    }
    return Date.now() - this.#madeAt < MAX_AGE_MS ? this.#listed : null
  }

  /** @returns whether the page is stale now. A new post on the page does not make it stale: it is collected in `#added`. */
  #apply(kind: Kind, a: number, b: number): boolean {
    const { order, after } = this.#key
    const { authors, without, tags } = this.#reader
    if (kind === 'audience') return authors === 'all' || tags !== undefined
    if (kind === 'tagged') return tags !== undefined && includesSorted(tags, b) && this.#mayContain(a)
    if (kind === 'tagRanking') return order === 'ranked' && tags !== undefined && includesSorted(tags, b)
    if (kind !== 'postAdded' && kind !== 'postRemoved' && kind !== 'ranking') return false
    if (!isBy(authors, b) || (authors === 'all' && without && includesSorted(without, b))) return false
    if (kind === 'postRemoved' || order === 'ranked') return true
    if (kind === 'ranking') return false
    // A new post belongs after this page, unless this is the last page, or it was committed late and has a smaller id.
    if (order === 'oldest') return this.#listed.nextCursor === null || a < (this.#listed.ids.at(-1) ?? 0)
    // Pages after the first start at an older id, so a new post does not change them.
    if (a < after) this.#added.push(a as PostId)
    return false
  }

  /** Whether a post, by its id, would be on the page if the list contained it. */
  #mayContain(post: number): boolean {
    const { order, after } = this.#key
    const { ids, nextCursor } = this.#listed
    const last = nextCursor === null ? undefined : ids.at(-1)
    if (order === 'newest') return post < after && (last === undefined || post >= last)
    return order === 'ranked' || last === undefined || post <= last
  }

  #withAdded(): IdPage {
    const { limit } = this.#key
    const { ids: listed, because } = this.#listed
    const added = this.#added.filter((id) => !listed.includes(id))
    this.#added = []
    const ids = [...added, ...listed].sort((a, b) => b - a)
    const last = ids[limit - 1]
    const isWhole = ids.length <= limit || last === undefined
    const page = isWhole
      ? { ids, nextCursor: this.#listed.nextCursor }
      : { ids: ids.slice(0, limit), nextCursor: this.#cursorAt(last) }
    if (!because) return page
    // What was added is by followed authors, and has no reason.
    const reasons = splitReasons(because)
    return { ...page, because: joinReasons(page.ids.map((id) => reasons[listed.indexOf(id)] ?? '')) }
  }
}

function isBy(authors: PageReader['authors'], member: number): boolean {
  if (typeof authors === 'object') return includesSorted(authors, member)
  return authors === 'all' || authors === member
}
