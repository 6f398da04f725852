import type { FoundTag } from '@quack/contract'
import { SUGGESTED_MAX } from '@quack/contract/limits'
import { isTag, tagKey } from '@quack/contract/references'
import { parseSearch, type SearchPart } from '@quack/contract/search/search-query'
import type { Connection } from '../../database/database.ts'
import { CursorError, cursorCodec, type ValueCodec } from '../../database/paging.ts'
import { AppError } from '../../http/errors.ts'
import { pageOf } from '../../http/list-query.ts'
import type { Searcher } from './search-people.ts'
import { findLastLookedAt, listTags, type TagRow } from './search-tags.queries.ts'
import { isTooLong, type PageOfSearch } from './searched-words.ts'

/** As hexadecimal digits: a cursor contains no other characters than ASCII. */
const KEY_CODEC: ValueCodec<string> = {
  write: (key) => Buffer.from(key).toString('hex'),
  read(text) {
    const key = Buffer.from(text, 'hex').toString()
    if (KEY_CODEC.write(key) !== text || !isTag(key) || tagKey(key) !== key) throw new CursorError()
    return key
  },
}

const CURSOR = cursorCodec<{ key: string }>('searchTags', { key: KEY_CODEC })

/** @throws searchEmpty, searchTooLong, cursorInvalid */
export async function searchTags(
  db: Connection,
  query: PageOfSearch,
  { hidden }: Searcher,
): Promise<{ tags: FoundTag[]; nextCursor: string | null }> {
  if (isTooLong(query.q)) throw new AppError('searchTooLong')
  const beginning = readSearchedTag(query.q)
  if (beginning === null) throw new AppError('searchEmpty')
  const { limit, cursor } = pageOf(query)
  const range = { ...rangeOf(beginning), after: cursor === undefined ? '' : CURSOR.read(cursor).key }
  const rows = await listTags(db, { ...range, hidden: hidden.blocked, limit: limit + 1 })
  const tags = rows.slice(0, limit)
  // A page that is not full may end where this request has stopped looking.
  const last = rows.length > limit ? (tags.at(-1)?.key ?? null) : await findLastLookedAt(db, range)
  return { tags: tags.map(foundTag), nextCursor: last === null ? null : CURSOR.write({ key: last }) }
}

/** The first hashtags that a search finds; none if it has no words, or too many. */
export async function suggestTags(db: Connection, q: string, { hidden }: Searcher): Promise<FoundTag[]> {
  const beginning = isTooLong(q) ? null : readSearchedTag(q)
  if (beginning === null) return []
  const rows = await listTags(db, { ...rangeOf(beginning), after: '', hidden: hidden.blocked, limit: SUGGESTED_MAX })
  return rows.map(foundTag)
}

/** The largest character ends the range of keys that begin with the text. */
const rangeOf = (beginning: string) => ({ beginning, end: `${beginning}\u{10ffff}` })

const foundTag = ({ key, name, posts }: TagRow): FoundTag => ({ key, name, postsCount: posts })

const LETTERS = /[\p{L}\p{M}\p{N}_]+/u

/** The beginning of a hashtag: the first word of a search, or hashtag. @returns null if there is none */
function readSearchedTag(q: string): string | null {
  for (const part of parseSearch(q).parts) {
    const [letters] = LETTERS.exec(tagKey(textOf(part))) ?? []
    if (letters !== undefined) return letters
  }
  return null
}

function textOf(part: SearchPart): string {
  if (part.kind === 'tag') return part.key
  if (part.kind === 'words') return part.term.isExcluded ? '' : part.text
  return part.kind === 'invalid' && part.problem === 'searchPrefixTooShort' ? part.text : ''
}
