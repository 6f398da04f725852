import { Cache } from '../../cache/cache.ts'
import { includesSorted } from '../../cache/sorted.ts'
import { type InvalidationLog, type Kind, type KindSet, kindSet } from '../../database/invalidation-log.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import type { IdPage, ListPage, PageKey, PageReader } from './list-page.ts'
import { textReasons } from './post-json.ts'

/** About 11,000 pages of 20 posts. */
const MAX_BYTES = 24 * 2 ** 20
/** Approximate overhead of a page besides its name, its ids and what it has found of their posts. */
const PAGE_BYTES = 700
/** Of one post: its id, a reference to its entry, and the entry, which is empty once the post has left its cache. */
const POST_BYTES = 8 + 8 + 56
/** The same of its reasons, and of each of them. */
const REASONS_BYTES = 150
const REASON_BYTES = 40
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

/** The kinds of which a page looks at invalidations: always, and by what is in it. */
const ALWAYS = ['postAdded', 'postRemoved'] as const
const OF_ALL = ['audience'] as const
/** The first repost by one of them. */
const OF_AUTHORS = ['repostAdded'] as const
const OF_TAGS = ['audience', 'tagged'] as const
const OF_REPOSTS = ['audience', 'repostAdded', 'repostRemoved', 'repostShown'] as const
const OF_RANKED = ['ranking', 'tagRanking', 'repostRanking'] as const
const OF_REASONS = ['member'] as const
/** One object for all pages with the same kinds. */
const SETS = new Map<string, KindSet>()

function kindsOf({ order }: PageKey, { authors, tags, hasReposts }: PageReader, { because }: IdPage): KindSet {
  const kinds = [
    ...ALWAYS,
    ...(authors === 'all' ? OF_ALL : OF_AUTHORS),
    ...(tags ? OF_TAGS : []),
    ...(hasReposts ? OF_REPOSTS : []),
    ...(order === 'ranked' ? OF_RANKED : []),
    ...(because ? OF_REASONS : []),
  ]
  const name = kinds.join()
  const known = SETS.get(name) ?? kindSet([...new Set(kinds)])
  SETS.set(name, known)
  return known
}

class CachedPage {
  readonly bytes: number
  readonly #kinds: KindSet
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
    this.#kinds = kindsOf(key, reader, listed)
    const { texts = [] } = listed.because ?? {}
    const reasons = texts.reduce((sum, text) => sum + REASON_BYTES + text.length, listed.because ? REASONS_BYTES : 0)
    const reposts = 8 * (listed.places?.length ?? 0) + (listed.reposted?.byteLength ?? 0)
    this.bytes = PAGE_BYTES + key.name.length + POST_BYTES * listed.ids.length + reasons + reposts
  }

  /** The page as of now; null if it has to be read again, also if the reader follows or hides others than then. */
  current(log: InvalidationLog, { id, authors, without }: PageReader): IdPage | null {
    const { position } = log
    const { authors: earlier, without: left } = this.#reader
    if (id !== null && (authors !== earlier || without !== left)) return null
    if (position !== this.#position) {
      if (log.hasMatch(this.#position, this.#kinds, (kind, a, b) => this.#apply(kind, a, b))) return null
      this.#position = position
      if (this.#added.length > 0) this.#listed = this.#withAdded()
    }
    return Date.now() - this.#madeAt < MAX_AGE_MS ? this.#listed : null
  }

  /**
   * @param kind one of the page's own
   * @returns whether the page is stale now. A new post on a page that is `newest` is collected in `#added` instead
   */
  #apply(kind: Kind, a: number, b: number): boolean {
    const { order, after } = this.#key
    const { authors, without, tags, hasReposts = false } = this.#reader
    if (kind === 'audience' || kind === 'repostShown') return true
    if (kind === 'tagged') return tags !== undefined && includesSorted(tags, b) && this.#mayContain(a, hasReposts)
    if (kind === 'tagRanking') return tags !== undefined && includesSorted(tags, b)
    if (kind === 'member') return this.#listed.because?.names.includes(a as MemberId) ?? false
    if (kind === 'repostRanking') return this.#mayBeReposted(a)
    if (kind === 'repostRemoved') return isBy(authors, b)
    // A later repost changes what is said of a post on the page.
    if (kind === 'repostAdded') return isBy(authors, b) && (this.#listed.places !== undefined || this.#mayContain(a))
    if (!isBy(authors, b) || (authors === 'all' && without && includesSorted(without, b))) return false
    if (kind === 'postRemoved' || order === 'ranked') return true
    // A new post belongs after this page, unless this is the last page, or it was committed late and has a smaller id.
    if (order === 'oldest') return this.#listed.nextCursor === null || a < (this.#places.at(-1) ?? 0)
    // Pages after the first start at an older id, so a new post does not change them.
    if (a < after) this.#added.push(a as PostId)
    return false
  }

  get #places(): readonly number[] {
    return this.#listed.places ?? this.#listed.ids
  }

  /**
   * Whether a place would be on the page if the list contained it.
   * @param isOrAbove also a place below the page: the post of it may have a repost on the page
   */
  #mayContain(place: number, isOrAbove = false): boolean {
    const { order, after } = this.#key
    const last = this.#listed.nextCursor === null ? undefined : this.#places.at(-1)
    if (order === 'newest') return place < after && (isOrAbove || last === undefined || place >= last)
    return order === 'ranked' || last === undefined || place <= last
  }

  /** Whether reposts may bring this post into the list. */
  #mayBeReposted(post: number): boolean {
    const { reposted } = this.#listed
    return reposted === null || (reposted !== undefined && includesSorted(reposted, post))
  }

  #withAdded(): IdPage {
    const { limit } = this.#key
    const { ids: listed, because } = this.#listed
    const places = new Map(listed.map((id, index) => [id, this.#places[index] ?? id]))
    for (const id of this.#added) places.set(id, places.get(id) ?? id)
    this.#added = []
    const all = [...places].sort(([, a], [, b]) => b - a)
    const shown = all.slice(0, limit)
    const ids = shown.map(([id]) => id)
    const last = shown.at(-1)
    const isWhole = all.length <= limit || last === undefined
    const page = {
      ids,
      nextCursor: isWhole ? this.#listed.nextCursor : this.#cursorAt(last[1]),
      ...(this.#listed.places && { places: shown.map(([, place]) => place) }),
    }
    if (!because) return page
    // What was added is by followed authors, and has no reason.
    const texts = new Map(because.at.map((index, place) => [listed[index], because.texts[place]]))
    return {
      ...page,
      because: textReasons(
        ids.map((id) => texts.get(id)),
        because.names,
      ),
    }
  }
}

function isBy(authors: PageReader['authors'], member: number): boolean {
  if (typeof authors === 'object') return includesSorted(authors, member)
  return authors === 'all' || authors === member
}
