import type { TextTerm } from '@quack/contract/rules/search/search-query'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'

/** More beginnings of words than this are compared alone: each costs a look at all words that begin so. */
const BEGINNINGS_MAX = 3

/** What the index is asked for: members who have all these words, the last of each term as the beginning of one. */
export function beginningsMatch(db: Connection, terms: readonly TextTerm[]): string {
  const whole = new Set(terms.flatMap(({ tokens }) => tokens.slice(0, -1)))
  const beginnings = [...new Set(terms.map(({ tokens }) => tokens.at(-1) ?? ''))]
    .sort((a, b) => b.length - a.length)
    .slice(0, BEGINNINGS_MAX)
  const quoted = [...whole].map((token) => quote(db, token))
  return join(db, [...quoted, ...beginnings.map((token) => `${quote(db, token)}${isPostgres(db) ? ':*' : ' *'}`)])
}

/** The same with all words as a whole. */
export function wholeMatch(db: Connection, terms: readonly TextTerm[]): string {
  const tokens = new Set(terms.flatMap((term) => term.tokens))
  return join(
    db,
    [...tokens].map((token) => quote(db, token)),
  )
}

const join = (db: Connection, tokens: readonly string[]) => tokens.join(isPostgres(db) ? ' & ' : ' AND ')

/** Tokens contain neither quotation marks nor backslashes. */
const quote = (db: Connection, token: string): string =>
  isPostgres(db) ? `'${token.replace(/['\\]/g, '$&$&')}'` : `"${token.replaceAll('"', '""')}"`
