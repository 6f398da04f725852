import type { FoundTag } from '@quack/contract'
import { SUGGESTED_MAX } from '@quack/contract/rules/limits'
import { tagKey } from '@quack/contract/rules/references'
import { parseSearch, type SearchPart } from '@quack/contract/rules/search/search-query'
import type { Connection } from '../../database/database.ts'
import { CursorError, cursorCodec, ID_CODEC } from '../../database/paging.ts'
import type { TagId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import { pageOf } from '../../reading/list-query.ts'
import type { Seal } from '../secrets/sealed.ts'
import { spellingIn } from '../tags/tag-spelling.ts'
import { sealedCursor } from './sealed-cursor.ts'
import type { Searcher } from './search-people.ts'
import { findLastLookedAt, findTagKey, listTags, type TagRow } from './search-tags.queries.ts'
import { isTooLong, type PageOfSearch } from './searched-words.ts'

/**
 * Has the id of a hashtag. Of one that the viewer may not see, it would tell when it was first used, so it is sealed.
 */
const TAGS_CURSOR = cursorCodec('searchTags', { id: ID_CODEC })

/** @throws searchEmpty, searchTooLong, cursorInvalid */
export async function searchTags(
  db: Connection,
  query: PageOfSearch,
  { hidden, viewer }: Searcher,
  seal: Seal,
): Promise<{ tags: FoundTag[]; nextCursor: string | null }> {
  if (isTooLong(query.q)) throw new AppError('searchTooLong')
  const beginning = readSearchedTag(query.q)
  if (beginning === null) throw new AppError('searchEmpty')
  const codec = sealedCursor(TAGS_CURSOR, seal, `${viewer.id} ${query.q}`)
  const { limit, cursor } = pageOf(query)
  const after = cursor === undefined ? '' : await findTagKey(db, codec.read(cursor).id as TagId)
  if (after === null) throw new CursorError()
  const range = { ...rangeOf(beginning), after }
  const rows = await listTags(db, { ...range, hidden: hidden.blocked, limit: limit + 1 })
  const tags = rows.slice(0, limit)
  // A page that is not full may end where this request has stopped looking.
  const last = rows.length > limit ? (tags.at(-1)?.id ?? null) : await findLastLookedAt(db, range)
  return { tags: tags.map(foundTag), nextCursor: last === null ? null : codec.write({ id: last }) }
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

const foundTag = ({ key, text, posts }: TagRow): FoundTag => ({
  key,
  name: spellingIn(text, key),
  postsCount: posts,
})

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
