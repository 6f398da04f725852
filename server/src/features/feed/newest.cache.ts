import type { CacheStats } from '../../cache/cache.ts'
import type { Connection } from '../../database/database.ts'
import { type InvalidationLog, type Kind, kindSet } from '../../database/invalidation-log.ts'
import { listPostsBefore, listRepostsBefore } from './feed.queries.ts'
import type { IdRange } from './feed-count.queries.ts'
import type { Part } from './merged-lists.queries.ts'

/** Numbers of ids: `step` are read at a time, until there are `full`. Above `max` the cache is cleared. */
const SIZES = { step: 2_000, full: 30_000, max: 40_000 }
/** Approximate size of an id if each author has one. */
const ID_BYTES = 150

/** What is cached: how it is read, and how it changes. */
const SOURCES = {
  posts: { list: listPostsBefore, added: 'postAdded', removed: 'postRemoved' },
  reposts: { list: listRepostsBefore, added: 'repostAdded', removed: 'repostRemoved' },
} as const

/**
 * Caches the ids of the newest posts, or reposts, by author. The first pages of feeds are merged from them without a
 * query if they are not older than these.
 */
export class NewestCache implements CacheStats {
  readonly #source: (typeof SOURCES)[keyof typeof SOURCES]
  readonly #log: InvalidationLog
  readonly #sizes: typeof SIZES
  /** Ids by author, in ascending order. */
  readonly #byAuthor = new Map<number, number[]>()
  /** The cache contains all from this id on. */
  #from = Number.MAX_SAFE_INTEGER
  #reading: Promise<void> | null = null
  entries = 0
  hits = 0
  misses = 0

  constructor(log: InvalidationLog, of: keyof typeof SOURCES, sizes = SIZES) {
    this.#log = log
    this.#source = SOURCES[of]
    this.#sizes = sizes
    const { added, removed } = this.#source
    log.listen((batch) => {
      for (const [kind, a, b] of batch) {
        if (kind === 'everything') this.#clear()
        else if (kind === added && a >= this.#from) this.#add(a, b)
        else if (kind === removed) this.#remove(a, b)
      }
    })
  }

  get bytes(): number {
    return this.entries * ID_BYTES
  }

  /** @returns the newest ids of these authors in a part; null if older ones than the cached ones may belong to it */
  async load<Id extends number>(db: Connection, authors: Float64Array, page: Part): Promise<readonly Id[] | null> {
    let found = this.#find(authors, page)
    if (!found && this.entries < this.#sizes.full) {
      this.#reading ??= this.#readStep(db).finally(() => {
        this.#reading = null
      })
      await this.#reading
      found = this.#find(authors, page)
    }
    this[found ? 'hits' : 'misses']++
    return found as readonly Id[] | null
  }

  /** How many ids of these authors are in the range, up to `max`; null if the cache does not have all of the range. */
  count(authors: Float64Array, { low, high }: IdRange, max: number): number | null {
    if (low < this.#from - 1) return null
    let count = 0
    for (const author of authors) {
      const own = this.#byAuthor.get(author)
      if (!own) continue
      for (let at = own.length - 1; at >= 0 && (own[at] as number) > low; at--) {
        if ((own[at] as number) < high && ++count === max) return max
      }
    }
    return count
  }

  #find(authors: Float64Array, { limit, after, until = 0 }: Part): readonly number[] | null {
    const found: number[] = []
    for (const author of authors) {
      const own = this.#byAuthor.get(author) ?? []
      const end = after ? own.findLastIndex((id) => id < after.at) + 1 : own.length
      for (let at = end - 1; at >= Math.max(0, end - limit); at--) found.push(own[at] as number)
    }
    const first = found.sort((a, b) => b - a).slice(0, limit)
    if (first.length < limit && this.#from > until) return null
    return first.filter((id) => id > until)
  }

  async #readStep(db: Connection): Promise<void> {
    const { position } = this.#log
    const before = this.#from
    const { list, added, removed } = this.#source
    const rows = await list(db, { before, limit: this.#sizes.step })
    // The listener skips those before `#from`. After a change there, what was read may be stale, and is dropped.
    const isMissed = (_kind: Kind, a: number) => a < before
    if (this.#from !== before || this.#log.hasMatch(position, kindSet([added, removed]), isMissed)) return
    this.#from = rows.length < this.#sizes.step ? 0 : Number(rows.at(-1)?.id)
    for (const { id, author_id: author } of rows) this.#add(id, author)
  }

  #add(id: number, author: number): void {
    const own = this.#byAuthor.get(author) ?? []
    if (own.includes(id)) return
    own.push(id)
    own.sort((left, right) => left - right)
    this.#byAuthor.set(author, own)
    if (++this.entries > this.#sizes.max) this.#clear()
  }

  #remove(id: number, author: number): void {
    const own = this.#byAuthor.get(author)
    if (own?.includes(id)) this.entries -= own.splice(own.indexOf(id), 1).length
  }

  #clear(): void {
    this.#byAuthor.clear()
    this.#from = Number.MAX_SAFE_INTEGER
    this.entries = 0
  }
}
