import type { FoundTag } from '@quack/contract'
import type { Connection } from '../../database/database.ts'
import type { Searcher } from './search-people.ts'
import { type PageOfSearch, searchedWords } from './searched-words.ts'

/** @throws searchEmpty, searchTooLong, cursorInvalid */
export async function searchTags(
  _db: Connection,
  { q }: PageOfSearch,
  _searcher: Searcher,
): Promise<{ tags: FoundTag[]; nextCursor: string | null }> {
  searchedWords(q)
  return { tags: [], nextCursor: null }
}

export async function suggestTags(_db: Connection, _q: string, _searcher: Searcher): Promise<FoundTag[]> {
  return []
}
