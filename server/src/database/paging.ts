/**
 * Keyset paging. A cursor is the place of a page's last entry: the numbers its list is ordered by, and the name of the
 * list. It stays right whatever is written meanwhile, and no other list takes it.
 */

/** What a query asks for: entries past `after` (null: from the start), `limit` of them at most. */
export interface PageRequest<Place> {
  readonly limit: number
  readonly after: Place | null
}

export interface Page<Entry> {
  readonly entries: readonly Entry[]
  readonly nextCursor: string | null
}

export class CursorError extends Error {}

/** How one list writes the place of an entry into a cursor and reads it back. */
export interface CursorForm<Place> {
  /** @throws RangeError for a place that could not be read back */
  write(place: Place): string
  /** @throws CursorError when the text is not a cursor of this list */
  read(text: string): Place
}

/** How one of its values stands in a cursor: in letters and digits, so that a dot ends it. */
export interface CursorKey<Value> {
  /** @throws RangeError for a value that could not be read back: a mistake of ours, as a sum that arrived as text */
  write(value: Value): string
  /** @throws CursorError for what it cannot have written: anybody can make a cursor up */
  read(text: string): Value
}

/** A whole number from 0 to `max`, which must be one that the column holds. */
export function numberKey(max: number): CursorKey<number> {
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

/** An id, or a time that is one. */
export const ID_KEY = numberKey(Number.MAX_SAFE_INTEGER)
/** What an `integer` column counts: 32 bits on PostgreSQL. */
export const COUNT_KEY = numberKey(2 ** 31 - 1)

/** @param list a word for the list; @param keys what it is ordered by, first things first */
export function cursorForm<Place extends object>(
  list: string,
  keys: { readonly [Name in keyof Place]: CursorKey<Place[Name]> },
): CursorForm<Place> {
  const names = Object.keys(keys) as (keyof Place)[]
  return {
    write: (place) => [list, ...names.map((name) => keys[name].write(place[name]))].join('.'),
    read(text) {
      const [word, ...parts] = text.split('.')
      if (word !== list || parts.length !== names.length) throw new CursorError()
      return Object.fromEntries(names.map((name, index) => [name, keys[name].read(parts[index] ?? '')])) as Place
    },
  }
}

/**
 * Makes a page of rows. The query is asked for one row more than the page holds, which tells whether it goes on.
 * @param load the query, given the place to start after and how many rows to return
 */
export async function readPage<Place, Row extends Place>(
  form: CursorForm<Place>,
  query: { limit: number; cursor?: string | undefined },
  load: (page: PageRequest<Place>) => Promise<readonly Row[]>,
): Promise<Page<Row>> {
  const after = query.cursor === undefined ? null : form.read(query.cursor)
  const rows = await load({ limit: query.limit + 1, after })
  const entries = rows.slice(0, query.limit)
  const last = entries.at(-1)
  return { entries, nextCursor: rows.length > query.limit && last ? form.write(last) : null }
}
