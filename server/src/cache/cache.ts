import type { Invalidation, InvalidationLog, Kind } from '../database/invalidation-log.ts'

/** What is cached says how much memory it takes. */
export interface Sized {
  readonly bytes: number
}

/** How an invalidation of one kind ends entries: the one with a key, or those whose value depends on one of the ids. */
type Ending<Key, Value> = { readonly key: (a: number, b: number) => Key } | Dependent<Value>
type Dependent<Value> = { readonly dependsOn: (value: Value, ids: ReadonlySet<number>) => boolean }

export interface CacheOptions<Key, Value> {
  /** Of all entries together; those that were not asked for lately are evicted first. */
  readonly maxBytes: number
  /** What ends entries, besides `everything`. */
  readonly endedBy: { readonly [K in Kind]?: Ending<Key, Value> }
}

/** What metrics say of a cache. */
export interface CacheFigures {
  readonly hits: number
  readonly misses: number
  readonly entries: number
  readonly bytes: number
}

/** What an entry takes besides its value, about. */
const ENTRY_BYTES = 200

type Read<Key, Value> = (missing: readonly Key[]) => Promise<Iterable<readonly [Key, Value]>>

interface Entry<Space, Key, Value> {
  readonly space: Space
  readonly key: Key
  readonly value: Value
  isUsed: boolean
}
export type Entries<Space, Key, Value> = ReadonlyMap<Key, Entry<Space, Key, Value>>

/**
 * Values by a space and a key, such as the form of a post and its id. An entry is there as long as nothing invalidates
 * it: the log tells of each commit before anyone else is told of it. Whoever reads an entry has caught up with the log
 * (Database.catchUp).
 */
export class Cache<Space extends string | number, Key extends string | number | null, Value extends Sized>
  implements CacheFigures
{
  readonly #log: InvalidationLog
  readonly #options: CacheOptions<Key, Value>
  readonly #spaces = new Map<Space, Map<Key, Entry<Space, Key, Value>>>()
  /** In the order in which they are evicted. */
  readonly #queue = new Set<Entry<Space, Key, Value>>()
  /** What is being read, by space and key. */
  readonly #loading = new Map<string, Promise<void>>()
  readonly #none: Entries<Space, Key, Value> = new Map()
  bytes = 0
  hits = 0
  misses = 0

  constructor(log: InvalidationLog, options: CacheOptions<Key, Value>) {
    this.#log = log
    this.#options = options
    log.listen((batch) => this.#invalidate(batch))
  }

  get entries(): number {
    return this.#queue.size
  }

  /** To be read before what is put in is read from the database. */
  get position(): number {
    return this.#log.position
  }

  /** All entries of a space. Whoever takes one says that it is used, and counts it. */
  in(space: Space): Entries<Space, Key, Value> {
    return this.#spaces.get(space) ?? this.#none
  }

  get(space: Space, key: Key): Value | undefined {
    const entry = this.#spaces.get(space)?.get(key)
    if (!entry) return undefined
    entry.isUsed = true
    return entry.value
  }

  /**
   * What is cached, and what is missing: that is read and put in. What another call is reading is awaited, and read
   * again where it failed or was invalidated meanwhile.
   * @param read may leave out keys that there is nothing for
   * @returns each entry as it was at some instant of this call
   */
  async load(space: Space, keys: readonly Key[], read: Read<Key, Value>): Promise<Entries<Space, Key, Value>> {
    const entries = new Map<Key, Entry<Space, Key, Value>>()
    const take = (key: Key, entry = this.in(space).get(key)) => entry && entries.set(key, entry)
    const readAll = async (missing: readonly Key[]) => {
      const { position } = this
      const values = missing.length === 0 ? [] : await read(missing)
      for (const [key, value] of values) entries.set(key, this.put(space, key, value, position))
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

  /**
   * Puts a value in, unless it was invalidated meanwhile.
   * @param since the position from before it was read
   */
  put(space: Space, key: Key, value: Value, since: number): Entry<Space, Key, Value> {
    const entry = { space, key, value, isUsed: false }
    const hasEnded = this.#log.hasEnded(since, (kind, a, b) => {
      const ending = this.#options.endedBy[kind]
      if (!ending) return kind === 'everything'
      return 'key' in ending ? ending.key(a, b) === key : ending.dependsOn(value, new Set([a]))
    })
    if (hasEnded) return entry
    this.delete(space, key)
    const entries = this.#spaces.get(space) ?? new Map<Key, Entry<Space, Key, Value>>()
    this.#spaces.set(space, entries.set(key, entry))
    this.#queue.add(entry)
    this.bytes += ENTRY_BYTES + value.bytes
    while (this.bytes > this.#options.maxBytes) this.#evict()
    return entry
  }

  delete(space: Space, key: Key): void {
    const entry = this.#spaces.get(space)?.get(key)
    if (entry) this.#remove(entry)
  }

  #invalidate(batch: readonly Invalidation[]): void {
    if (batch.some(([kind]) => kind === 'everything')) {
      this.#spaces.clear()
      this.#queue.clear()
      this.bytes = 0
    }
    const ids = new Map<Dependent<Value>, Set<number>>()
    for (const [kind, a, b] of batch) {
      const ending = this.#options.endedBy[kind]
      if (!ending) continue
      if ('key' in ending) for (const space of this.#spaces.keys()) this.delete(space, ending.key(a, b))
      else ids.set(ending, (ids.get(ending) ?? new Set()).add(a))
    }
    // These change seldom: looking at all entries costs less than knowing at all times which depend on what.
    for (const [{ dependsOn }, changed] of ids) {
      for (const entry of this.#queue) if (dependsOn(entry.value, changed)) this.#remove(entry)
    }
  }

  /** The first that was not used since its last turn goes; those that were get in line once more (CLOCK). */
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
  }
}
