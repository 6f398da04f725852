import { deflateRawSync, inflateRawSync } from 'node:zlib'
import {
  type Invalidation,
  type InvalidationLog,
  type Kind,
  type KindSet,
  kindSet,
} from '../database/invalidation-log.ts'

/** A cached value states how many bytes of memory it uses. */
export interface Sized {
  readonly bytes: number
}

/** Which entries an invalidation removes: those with this key, in one or all spaces; or those that depend on an id. */
type InvalidationRule<Space, Key, Value> =
  | { readonly key: (a: number, b: number) => Key; readonly space?: (a: number) => Space }
  | DependencyRule<Value>
type DependencyRule<Value> = { readonly dependsOn: (value: Value, ids: ReadonlySet<number>) => boolean }

export interface CacheOptions<Space, Key, Value> {
  /** Limit for all entries together. Beyond it, entries that were not read recently are evicted first. */
  readonly maxBytes: number
  /** Which kinds remove entries. The kind `everything` always clears the cache. */
  readonly invalidatedBy: { readonly [K in Kind]?: InvalidationRule<Space, Key, Value> }
}

/** Statistics of a cache for /metrics. */
export interface CacheStats {
  readonly hits: number
  readonly misses: number
  readonly entries: number
  readonly bytes: number
}

/** Approximate overhead of an entry besides its value. */
const ENTRY_BYTES = 200

type Read<Key, Value> = (missing: readonly Key[]) => Promise<Iterable<readonly [Key, Value]>>

interface Entry<Space, Key, Value> {
  readonly space: Space
  readonly key: Key
  readonly value: Value
  isUsed: boolean
}

/** An entry as it was found. Whoever keeps it finds no value in it once the cache has removed it. */
export interface Found<Value> {
  value: Value | null
  isUsed: boolean
}
export type Entries<Key, Value> = ReadonlyMap<Key, Found<Value>>
/** As entries, but the caller's own: they keep their values. */
export type Loaded<Key, Value> = ReadonlyMap<Key, { readonly value: Value; isUsed: boolean }>

/**
 * A cache with two-part keys: a space (such as a variant of a post) and a key (such as the post's id). An entry stays
 * valid until an invalidation removes it. Callers bring the log up to date before they read entries (Database.catchUp).
 */
export class Cache<Space extends string | number, Key extends string | number | null, Value extends Sized>
  implements CacheStats
{
  readonly #log: InvalidationLog
  readonly #options: CacheOptions<Space, Key, Value>
  readonly #kinds: KindSet
  readonly #spaces = new Map<Space, Map<Key, Entry<Space, Key, Value>>>()
  /** All entries, in the order in which CLOCK examines them. */
  readonly #queue = new Set<Entry<Space, Key, Value>>()
  /** Reads under way, by space and key. */
  readonly #loading = new Map<string, Promise<void>>()
  readonly #none: Entries<Key, Value> = new Map()
  bytes = 0
  hits = 0
  misses = 0

  constructor(log: InvalidationLog, options: CacheOptions<Space, Key, Value>) {
    this.#log = log
    this.#options = options
    this.#kinds = kindSet(Object.keys(options.invalidatedBy) as Kind[])
    log.listen((batch) => this.#invalidate(batch))
  }

  get entries(): number {
    return this.#queue.size
  }

  /** The log's position. Note it before the database is read, and pass it to `put`. */
  get position(): number {
    return this.#log.position
  }

  /** All entries of a space. The caller sets `isUsed` on an entry that it uses, and counts the hit. */
  entriesOf(space: Space): Entries<Key, Value> {
    return this.#spaces.get(space) ?? this.#none
  }

  get(space: Space, key: Key): Value | undefined {
    const entry = this.#spaces.get(space)?.get(key)
    if (!entry) return undefined
    entry.isUsed = true
    return entry.value
  }

  /**
   * Returns the cached entries, and reads and caches the missing ones. If another call is already reading an entry,
   * this call waits for it, and reads the entry itself if that read failed or was invalidated.
   * @param read may omit keys that have no value
   * @returns values that were each valid at some moment of the call
   */
  async load(space: Space, keys: readonly Key[], read: Read<Key, Value>): Promise<Loaded<Key, Value>> {
    const entries = new Map<Key, { value: Value; isUsed: boolean }>()
    const take = (key: Key) => {
      const entry = this.#spaces.get(space)?.get(key)
      if (!entry) return false
      entry.isUsed = true
      entries.set(key, { value: entry.value, isUsed: true })
      return true
    }
    const readAll = async (missing: readonly Key[]) => {
      const { position } = this
      const values = missing.length === 0 ? [] : await read(missing)
      for (const [key, value] of values) {
        this.put(space, key, value, position)
        entries.set(key, { value, isUsed: true })
      }
    }
    const missing = keys.filter((key) => !take(key))
    if (missing.length === 0) return entries
    this.misses += missing.length
    const nameOf = (key: Key) => `${space} ${key}`
    const shared = missing.filter((key) => this.#loading.has(nameOf(key)))
    const others = Promise.allSettled(shared.map((key) => this.#loading.get(nameOf(key))))
    const mine = missing.filter((key) => !shared.includes(key))
    const own = readAll(mine)
    for (const key of mine) this.#loading.set(nameOf(key), own)
    await own.finally(() => {
      for (const key of mine) this.#loading.delete(nameOf(key))
    })
    await others
    await readAll(shared.filter((key) => !take(key)))
    return entries
  }

  /** Caches a value, unless it was invalidated after it was read. @param since the position from before the read */
  put(space: Space, key: Key, value: Value, since: number): void {
    const entry = { space, key, value, isUsed: false }
    const isInvalidated = this.#log.hasMatch(since, this.#kinds, (kind, a, b) => {
      const rule = this.#options.invalidatedBy[kind]
      if (!rule) return false
      return 'key' in rule ? rule.key(a, b) === key : rule.dependsOn(value, new Set([a]))
    })
    if (isInvalidated) return
    this.delete(space, key)
    const entries = this.#spaces.get(space) ?? new Map<Key, Entry<Space, Key, Value>>()
    this.#spaces.set(space, entries.set(key, entry))
    this.#queue.add(entry)
    this.bytes += ENTRY_BYTES + value.bytes
    while (this.bytes > this.#options.maxBytes) this.#evict()
  }

  delete(space: Space, key: Key): void {
    const entry = this.#spaces.get(space)?.get(key)
    if (entry) this.#remove(entry)
  }

  #invalidate(batch: readonly Invalidation[]): void {
    if (batch.some(([kind]) => kind === 'everything')) {
      for (const entry of this.#queue) empty(entry)
      this.#spaces.clear()
      this.#queue.clear()
      this.bytes = 0
    }
    const ids = new Map<DependencyRule<Value>, Set<number>>()
    for (const [kind, a, b] of batch) {
      const rule = this.#options.invalidatedBy[kind]
      if (!rule) continue
      if ('key' in rule) {
        for (const space of rule.space ? [rule.space(a)] : this.#spaces.keys()) this.delete(space, rule.key(a, b))
      } else ids.set(rule, (ids.get(rule) ?? new Set()).add(a))
    }
    // Kinds with `dependsOn` are rare, so a scan of all entries costs less than an index of what depends on what.
    for (const [{ dependsOn }, changed] of ids) {
      for (const entry of this.#queue) if (dependsOn(entry.value, changed)) this.#remove(entry)
    }
  }

  /** CLOCK: removes the first entry that was not used since its last turn. Used entries go to the end of the queue. */
  #evict(): void {
    for (const entry of this.#queue) {
      if (!entry.isUsed) {
        this.#remove(entry)
        return
      }
      entry.isUsed = false
      this.#queue.delete(entry)
      this.#queue.add(entry)
    }
  }

  #remove(entry: Entry<Space, Key, Value>): void {
    this.#queue.delete(entry)
    const entries = this.#spaces.get(entry.space)
    entries?.delete(entry.key)
    if (entries?.size === 0) this.#spaces.delete(entry.space)
    this.bytes -= ENTRY_BYTES + entry.value.bytes
    empty(entry)
  }
}

function empty(entry: Found<unknown>): void {
  entry.value = null
}

/** The fastest: the best one gains little. */
const LEVEL = 1
/** With some room behind the text, zlib does not ask for another chunk. A chunk has at least so many bytes. */
const ROOM = 64

/** A text with one character per byte, compressed, for caches with large entries that repeat themselves. */
export class PackedText {
  /** It has one character per byte, too. A buffer of zlib's would take 16 KB. */
  readonly #packed: string
  readonly #length: number

  constructor(text: string) {
    this.#packed = deflateRawSync(Buffer.from(text, 'latin1'), { level: LEVEL }).toString('latin1')
    this.#length = text.length
  }

  get bytes(): number {
    return this.#packed.length
  }

  unpack(): string {
    return inflateRawSync(Buffer.from(this.#packed, 'latin1'), { chunkSize: this.#length + ROOM }).toString('latin1')
  }
}
