import type { PostSearch } from './post-search.ts'
import { authorMark, mediaMark, tagMark } from './post-tokens.ts'

/** A sequence of tokens that the index is asked for. */
interface Wanted {
  readonly tokens: readonly string[]
  readonly isPrefix: boolean
}

/**
 * What the index can say about a search. An entry of the index is for several posts, so excluded words are not asked
 * for: another post of the same entry may have them.
 */
function wantedOf({ terms, media, tags, author }: PostSearch): Wanted[] {
  const marks = [...(author === null ? [] : [authorMark(author)]), ...media.map(mediaMark), ...tags.map(tagMark)]
  return [
    ...terms.filter(({ isExcluded }) => !isExcluded),
    ...marks.map((mark) => ({ tokens: [mark], isPrefix: false })),
  ]
}

/**
 * Whether the index can find candidates: it knows no lists, languages and times. Posts by an author have an index of
 * their own.
 */
export const isIndexed = ({ terms, media, tags }: PostSearch): boolean =>
  media.length > 0 || tags.length > 0 || terms.some(({ isExcluded }) => !isExcluded)

/** For SQLite's FTS5. Tokens have no quotation marks. */
export const ftsQueryOf = (search: PostSearch): string =>
  lookedUp(search)
    .map(({ token, isPrefix }) => `"${token}"${isPrefix ? ' *' : ''}`)
    .join(' AND ')

/** For PostgreSQL, to compare entries with. */
export const tsQueryOf = (search: PostSearch): string => writeTsQuery(askedFor(search))

/** For PostgreSQL's index of tokens. */
export const tsLookUpOf = (search: PostSearch): string => writeTsQuery(lookedUp(search))

const writeTsQuery = (tokens: readonly AskedToken[]) =>
  tokens.map(({ token, isPrefix }) => `'${token}'${isPrefix ? ':*' : ''}`).join(' & ')

interface AskedToken {
  readonly token: string
  readonly isPrefix: boolean
}

/** The indexes do not have the places of tokens, so a sequence is all of its tokens. */
function askedFor(search: PostSearch): AskedToken[] {
  const all = wantedOf(search).flatMap(({ tokens, isPrefix }) =>
    tokens.map((token, index) => ({ token, isPrefix: isPrefix && index === tokens.length - 1 })),
  )
  return [...new Map(all.map((asked) => [`${asked.token} ${asked.isPrefix}`, asked])).values()]
}

/**
 * What an index of tokens is asked for. It reads the entries of all words that begin with a short beginning, which
 * takes longer than to compare the posts that other words have found.
 */
function lookedUp(search: PostSearch): AskedToken[] {
  const asked = askedFor(search)
  const narrow = asked.filter((token) => !hasManyWords(token))
  return narrow.length > 0 ? narrow : asked
}

/** Whether very many words may begin so. */
const hasManyWords = ({ token, isPrefix }: AskedToken): boolean => isPrefix && [...token].length <= 2

/** Whether a search asks for nothing but the beginnings of very many words. SQLite reads the entries of all of them. */
export const isBroad = (search: PostSearch): boolean => lookedUp(search).some(hasManyWords)

/** Whether an index of tokens is asked for words that begin so. */
export const hasBeginning = (search: PostSearch): boolean => lookedUp(search).some(({ isPrefix }) => isPrefix)
