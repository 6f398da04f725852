import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'

/**
 * Keyset paging. A cursor holds the key of a page's last entry, which is the values that order the list, and the name
 * of the list. It stays valid when rows are written, and other lists refuse it.
 */

/** A query's request: at most `limit` entries past `after` (null: from the start). */
export interface PageRequest<Key> {
  readonly limit: number
  readonly after: Key | null
}

/** The part of a list that lies between two keys. */
export interface PartRequest<Key> extends PageRequest<Key> {
  /** The page ends before this value. */
  readonly until?: number | undefined
  /** Whether the list is read upward: `after` is then its lower end. */
  readonly isUpward?: boolean
}

export interface Page<Entry> {
  readonly entries: readonly Entry[]
  readonly nextCursor: string | null
}

export class CursorError extends Error {}

/** How a list writes an entry's key into a cursor and reads it back. */
export interface CursorCodec<Key> {
  /** @throws RangeError if the key could not be read back */
  write(key: Key): string
  /** @throws CursorError if the text is not a cursor of this list */
  read(text: string): Key
}

/** How one value is written in a cursor: without dots, because a dot ends it. */
export interface ValueCodec<Value> {
  /** @throws RangeError if the value could not be read back. That is a bug, such as a sum that arrived as text */
  write(value: Value): string
  /** @throws CursorError for a text that it cannot have written, because a client can invent cursors */
  read(text: string): Value
}

/** An integer from 0 to `max`, which must be a value that the column can hold. */
export function integerCodec(max: number): ValueCodec<number> {
  const isWithin = (value: number) => Number.isSafeInteger(value) && value >= 0 && value <= max
  return {
    write(value) {
      if (!isWithin(value)) throw new RangeError(`A cursor cannot hold ${typeof value} ${value}.`)
      return value.toString(36)
    },
    read(text) {
      const value = /^[0-9a-z]{1,11}$/.test(text) ? Number.parseInt(text, 36) : Number.NaN
      if (!isWithin(value)) throw new CursorError()
      return value
    },
  }
}

/** An id, or a time that is stored as an id. */
export const ID_CODEC = integerCodec(Number.MAX_SAFE_INTEGER)
/** The count in an `integer` column, which has 32 bits on PostgreSQL. */
export const COUNT_CODEC = integerCodec(2 ** 31 - 1)

/** @param list a name for the list; @param keys the values that order it, most significant first */
export function cursorCodec<Key extends object>(
  list: string,
  keys: { readonly [Name in keyof Key]: ValueCodec<Key[Name]> },
): CursorCodec<Key> {
  const names = Object.keys(keys) as (keyof Key)[]
  return {
    write: (key) => [list, ...names.map((name) => keys[name].write(key[name]))].join('.'),
    read(text) {
      const [word, ...parts] = text.split('.')
      if (word !== list || parts.length !== names.length) throw new CursorError()
      return Object.fromEntries(names.map((name, index) => [name, keys[name].read(parts[index] ?? '')])) as Key
    },
  }
}

/** The keys between which a page of a descending list lies; without them, the list's start and its end. */
export interface KeyRange<Key> {
  readonly after: Key | null
  /** Included. */
  readonly until: Key | null
}

/** @param nextCursor of the page that was read with `cursor` */
export function rangeOf<Key>(
  codec: CursorCodec<Key>,
  cursor: string | undefined,
  nextCursor: string | null,
): KeyRange<Key> {
  return {
    after: cursor === undefined ? null : codec.read(cursor),
    until: nextCursor === null ? null : codec.read(nextCursor),
  }
}

/** SQL for each direction. */
export const UPWARD = { past: sql`>`, before: sql`<`, order: sql`asc` }
export const DOWNWARD = { past: sql`<`, before: sql`>`, order: sql`desc` }

/**
 * The rows of a page in a list that is ordered by one unique number, the largest first unless it is read upward.
 * @param column the number's
 */
export function takePart<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  column: string,
  { limit, after, until, isUpward }: PartRequest<{ id: number } | { at: number }>,
): SelectQueryBuilder<DB, TB, O> {
  const { past, before, order } = isUpward ? UPWARD : DOWNWARD
  const key = sql.ref(column)
  let part = query.orderBy(sql`${key} ${order}`).limit(limit)
  if (after !== null) part = part.where(sql<SqlBool>`${key} ${past} ${'id' in after ? after.id : after.at}`)
  if (until !== undefined) part = part.where(sql<SqlBool>`${key} ${before} ${until}`)
  return part
}

/**
 * Reads a page. The query returns one row more than the page holds, which shows whether there is a next page.
 * @param load the query; it gets the key to start after and the number of rows to return
 */
export async function readPage<Key, Row extends Key>(
  codec: CursorCodec<Key>,
  query: { limit: number; cursor?: string | undefined },
  load: (page: PageRequest<Key>) => Promise<readonly Row[]>,
): Promise<Page<Row>> {
  const after = query.cursor === undefined ? null : codec.read(query.cursor)
  const rows = await load({ limit: query.limit + 1, after })
  const entries = rows.slice(0, query.limit)
  const last = entries.at(-1)
  return { entries, nextCursor: rows.length > query.limit && last ? codec.write(last) : null }
}
