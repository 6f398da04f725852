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
  write(place: Place): string
  /** @throws CursorError when the text is not a cursor of this list */
  read(text: string): Place
}

/** @param list a word for the list; @param keys the numbers it is ordered by, first things first */
export function cursorForm<Key extends string>(list: string, keys: readonly Key[]): CursorForm<Record<Key, number>> {
  return {
    write: (place) => [list, ...keys.map((key) => place[key].toString(36))].join('.'),
    read(text) {
      const [name, ...parts] = text.split('.')
      const numbers = parts.map((part) => (/^[0-9a-z]{1,11}$/.test(part) ? Number.parseInt(part, 36) : Number.NaN))
      if (name !== list || numbers.length !== keys.length || !numbers.every(Number.isSafeInteger)) {
        throw new CursorError()
      }
      return Object.fromEntries(keys.map((key, index) => [key, numbers[index]])) as Record<Key, number>
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
