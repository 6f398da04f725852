import type { PostSearch } from './post-search.ts'
import { authorMark, mediaMark, tagMark } from './post-tokens.ts'

/** A sequence of tokens that the index is asked for. */
interface Wanted {
  readonly tokens: readonly string[]
  readonly isPrefix: boolean
}

/**
 * What the index can say about a search. An entry of the index is for several posts, so excluded words are not asked for:
 * another post of the same entry may have them.
 */
function wantedOf({ terms, media, tags, author }: PostSearch): Wanted[] {
  const marks = [...(author === null ? [] : [authorMark(author)]), ...media.map(mediaMark), ...tags.map(tagMark)]
  return [
    ...terms.filter(({ isExcluded }) => !isExcluded),
    ...marks.map((mark) => ({ tokens: [mark], isPrefix: false })),
  ]
}

/** Whether the index can find candidates: it knows no lists and no times. Posts by an author have an index of their own. */
export const isIndexed = ({ terms, media, tags }: PostSearch): boolean =>
  media.length > 0 || tags.length > 0 || terms.some(({ isExcluded }) => !isExcluded)

/** For SQLite's FTS5. Tokens have no quotation marks. */
export const ftsQueryOf = (search: PostSearch): string =>
  joinTokens(search, ' AND ', (token, isPrefix) => `"${token}"${isPrefix ? ' *' : ''}`)

/** For PostgreSQL. */
export const tsQueryOf = (search: PostSearch): string =>
  joinTokens(search, ' & ', (token, isPrefix) => `'${token}'${isPrefix ? ':*' : ''}`)

/** The indexes do not have the places of tokens, so a sequence is all of its tokens. */
function joinTokens(search: PostSearch, and: string, write: (token: string, isPrefix: boolean) => string): string {
  const written = wantedOf(search).flatMap(({ tokens, isPrefix }) =>
    tokens.map((token, index) => write(token, isPrefix && index === tokens.length - 1)),
  )
  return [...new Set(written)].join(and)
}

/** Whether very many words may begin like one that is searched for. SQLite reads the entries of all of them. */
export const hasBroadPrefix = ({ terms }: PostSearch): boolean =>
  terms.some(({ tokens, isPrefix, isExcluded }) => isPrefix && !isExcluded && [...(tokens.at(-1) ?? '')].length <= 2)
