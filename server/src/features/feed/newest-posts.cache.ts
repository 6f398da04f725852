import type { CacheStats } from '../../cache/cache.ts'
import type { Connection } from '../../database/database.ts'
import type { InvalidationLog, Kind } from '../../database/invalidation-log.ts'
import type { PostId } from '../../database/schema.ts'
import { listPostsBefore } from './feed.queries.ts'
import type { IdRange } from './feed-count.queries.ts'
import type { FeedRequest } from './feed-keys.ts'

/** Numbers of posts: `step` are read at a time, until there are `full`. Above `max` the cache is cleared. */
const SIZES = { step: 2_000, full: 30_000, max: 40_000 }
/** Approximate size of an id if each author has one post. */
const POST_BYTES = 150

/** Caches the ids of the newest posts by author. The first pages of most feeds are merged from them without a query. */
export class NewestPostsCache implements CacheStats {
  readonly #log: InvalidationLog
  readonly #sizes: typeof SIZES
  /** Ids by author, in ascending order. */
  readonly #byAuthor = new Map<number, number[]>()
  /** The cache contains all posts from this id on. */
  #from = Number.MAX_SAFE_INTEGER
  #reading: Promise<void> | null = null
  entries = 0
  hits = 0
  misses = 0

  constructor(log: InvalidationLog, sizes = SIZES) {
    this.#log = log
    this.#sizes = sizes
    log.listen((batch) => {
      for (const [kind, a, b] of batch) {
        if (kind === 'everything') this.#clear()
        else if (kind === 'postAdded' && a >= this.#from) this.#add(a, b)
        else if (kind === 'postRemoved') this.#remove(a, b)
      }
    })
  }

  get bytes(): number {
    return this.entries * POST_BYTES
  }

  /** @returns the newest posts of these authors on a page; null if older posts than the cached ones may belong to it */
  async load(db: Connection, authors: Float64Array, page: FeedRequest): Promise<readonly PostId[] | null> {
    let found = this.#find(authors, page)
    if (!found && this.entries < this.#sizes.full) {
      this.#reading ??= this.#readStep(db).finally(() => {
        this.#reading = null
      })
      await this.#reading
      found = this.#find(authors, page)
    }
    this[found ? 'hits' : 'misses']++
    return found
  }

  /** How many posts of these authors are in the range, up to `max`; null if the cache does not have all of the range. */
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

  #find(authors: Float64Array, { limit, after }: FeedRequest): readonly PostId[] | null {
    const found: number[] = []
    for (const author of authors) {
      const own = this.#byAuthor.get(author) ?? []
      const end = after ? own.findLastIndex((id) => id < after.id) + 1 : own.length
      for (let at = end - 1; at >= Math.max(0, end - limit); at--) found.push(own[at] as number)
    }
    if (found.length < limit && this.#from > 0) return null
    return found.sort((a, b) => b - a).slice(0, limit) as PostId[]
  }

  async #readStep(db: Connection): Promise<void> {
    const { position } = this.#log
    const before = this.#from
    const rows = await listPostsBefore(db, { before, limit: this.#sizes.step })
    // The listener skips posts before `#from`. After a change there, what was read may be stale, and is dropped.
    const isMissed = (kind: Kind, a: number) => (kind === 'postAdded' || kind === 'postRemoved') && a < before
    if (this.#from !== before || this.#log.hasMatch(position, isMissed)) return
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
