import { type Expression, type SqlBool, sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { idsParameter } from '../../database/in-list.ts'

/** Of a post without a language. */
export const NO_LANGUAGE = ''

/** The code of a post's language, or NO_LANGUAGE. The index `posts_language` is of the same expression. */
export function languageOfPost(db: Connection, posts = 'posts') {
  const lang = sql.ref(`${posts}.lang`)
  return isPostgres(db)
    ? sql<string>`coalesce(lower(split_part(${lang}, '-', 1)), '')`
    : sql<string>`coalesce(lower(substr(${lang}, 1, instr(${lang} || '-', '-') - 1)), '')`
}

/** A select of one column, `list`: these codes. */
export const languageLists = (db: Connection, languages: readonly string[]) =>
  isPostgres(db)
    ? sql`select unnest(${idsParameter(db, languages)}::text[]) as list`
    : sql`select value as list from json_each(${idsParameter(db, languages)})`

/** Whether a post is in one of these languages. */
export const isInLanguages = (db: Connection, languages: readonly string[]): Expression<SqlBool> =>
  sql<SqlBool>`${languageOfPost(db)} in (${languageLists(db, languages)})`
