import type { Invalidation, InvalidationLog, Kind } from '../database/invalidation-log.ts'

/** What is cached says how much memory it takes. */
export interface Sized {
  readonly bytes: number
}

/** How an invalidation of one kind ends entries: the one with a key, or those whose value depends on one of the ids. */
type Ending<Key, Value> =
  | { readonly key: (a: number, b: number) => Key }
  | { readonly dependsOn: (value: Value, ids: ReadonlySet<number>) => boolean }

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

interface Entry<Space, Key, Value> {
  readonly space: Space
  readonly key: Key
  readonly value: Value
  isUsed: boolean
}

/**
 * Values by a space and a key, such as the form of a post and its id. An entry is there as long as nothing invalidates
 * it: the log tells of each commit before anyone else is told of it. Whoever reads an entry has caught up with the log
 * (Database.catchUp), and uses it in the same turn of the event loop.
 */
export class Cache<Space, Key, Value extends Sized> implements CacheFigures {
  readonly #log: InvalidationLog
  readonly #options: CacheOptions<Key, Value>
  readonly #spaces = new Map<Space, Map<Key, Entry<Space, Key, Value>>>()
  /** In the order in which they are evicted. */
  readonly #queue = new Set<Entry<Space, Key, Value>>()
  readonly #none: ReadonlyMap<Key, Entry<Space, Key, Value>> = new Map()
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
  in(space: Space): ReadonlyMap<Key, Entry<Space, Key, Value>> {
    return this.#spaces.get(space) ?? this.#none
  }

  get(space: Space, key: Key): Value | undefined {
    const entry = this.#spaces.get(space)?.get(key)
    if (!entry) return undefined
    entry.isUsed = true
    return entry.value
  }

  /** Reads what is missing, and puts it in. @param read may leave out keys that there is nothing for */
  async load(
    space: Space,
    keys: readonly Key[],
    read: (missing: readonly Key[]) => Promise<Iterable<readonly [Key, Value]>>,
  ): Promise<void> {
    const known = this.in(space)
    const missing = keys.filter((key) => !known.has(key))
    if (missing.length === 0) return
    this.misses += missing.length
    const { position } = this
    for (const [key, value] of await read(missing)) this.put(space, key, value, position)
  }

  /** Puts a value in, unless it was invalidated meanwhile. @param since the position from before it was read */
  put(space: Space, key: Key, value: Value, since: number): void {
    const ends = (kind: Kind, a: number, b: number) => this.#ends(kind, a, b, key, value)
    if (this.#log.hasEnded(since, ends)) return
    this.delete(space, key)
    const entry = { space, key, value, isUsed: false }
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

  #ends(kind: Kind, a: number, b: number, key: Key, value: Value): boolean {
    const ending = this.#options.endedBy[kind]
    if (!ending) return kind === 'everything'
    return 'key' in ending ? ending.key(a, b) === key : ending.dependsOn(value, new Set([a]))
  }

  #invalidate(batch: readonly Invalidation[]): void {
    if (batch.some(([kind]) => kind === 'everything')) this.#clear()
    const ids = new Map<Kind, Set<number>>()
    for (const [kind, a, b] of batch) {
      const ending = this.#options.endedBy[kind]
      if (!ending) continue
      if ('key' in ending) this.#removeKey(ending.key(a, b))
      else ids.set(kind, (ids.get(kind) ?? new Set()).add(a))
    }
    for (const [kind, changed] of ids) this.#removeDependent(kind, changed)
  }

  #removeKey(key: Key): void {
    for (const entries of this.#spaces.values()) {
      const entry = entries.get(key)
      if (entry) this.#remove(entry)
    }
  }

  /** These change seldom: looking at all entries then costs less than knowing at all times which depend on what. */
  #removeDependent(kind: Kind, ids: ReadonlySet<number>): void {
    const ending = this.#options.endedBy[kind]
    if (!ending || 'key' in ending) return
    for (const entry of this.#queue) if (ending.dependsOn(entry.value, ids)) this.#remove(entry)
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

  #clear(): void {
    this.#spaces.clear()
    this.#queue.clear()
    this.bytes = 0
  }
}
