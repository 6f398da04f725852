import type { Connection } from '../../database/database.ts'
import type { Hidden } from '../../http/hidden.ts'
import type { Viewer } from '../../http/viewer.ts'
import type { Person } from '../follows/people.ts'
import { type PageOfSearch, searchedWords } from './searched-words.ts'

export interface Searcher {
  readonly viewer: Viewer
  readonly hidden: Hidden
}

/** @throws searchEmpty, searchTooLong, cursorInvalid */
export async function searchPeople(
  _db: Connection,
  { q }: PageOfSearch,
  _searcher: Searcher,
): Promise<{ people: Person[]; nextCursor: string | null }> {
  searchedWords(q)
  return { people: [], nextCursor: null }
}

export async function suggestPeople(_db: Connection, _q: string, _searcher: Searcher): Promise<Person[]> {
  return []
}
