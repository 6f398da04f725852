import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../database/database.ts'
import { isPostgres } from '../database/engine.ts'

export interface ListFilter {
  /** A part of the username, first name, last name or e-mail; empty for everyone. */
  readonly search: string
  readonly isSuspended: boolean
  readonly isLimited: boolean
  readonly limit: number
}

/** Members, newest first, without deleted ones. */
export function listMembers(db: Connection, { search, isSuspended, isLimited, limit }: ListFilter) {
  const folded = Array.from(search, fold).join('')
  const pattern = `%${folded.replace(/[\\%_]/g, '\\$&')}%`
  return db
    .selectFrom('members')
    .select(['id', 'username', 'first_name', 'last_name', 'email', 'posts_count', 'followers_count'])
    .select(['suspended_at', 'limited_at'])
    .where('deleted_at', 'is', null)
    .$if(isSuspended, (query) => query.where('suspended_at', 'is not', null))
    .$if(isLimited, (query) => query.where('limited_at', 'is not', null))
    .$if(search !== '', (query) => query.where(sql<boolean>`${foldedNames(db, search)} like ${pattern} escape '\\'`))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The same text for a character in upper and in lower case. */
const fold = (character: string) => character.toUpperCase().toLowerCase()

/**
 * What names a member, without regard to the case of ASCII letters and of letters in `search`. On SQLite, `lower` knows no
 * others. On PostgreSQL they depend on the locale of the database, except with the collation "C".
 */
function foldedNames(db: Connection, search: string): RawBuilder<string> {
  const names = sql`username || ' ' || first_name || ' ' || last_name || ' ' || email`
  let folded = isPostgres(db) ? sql<string>`lower((${names}) collate "C")` : sql<string>`lower(${names})`
  for (const character of new Set(search.replace(/[\0-\x7f]/g, ''))) {
    const target = fold(character)
    // The end of a word has a small sigma of its own.
    const same = [character, character.toUpperCase(), character.toLowerCase(), ...(target === 'σ' ? ['ς'] : [])]
    for (const each of new Set(same)) {
      if (each !== target) folded = sql`replace(${folded}, ${each}, ${target})`
    }
  }
  return folded
}

/** The numbers of rows of the main tables, and the size of all media. */
export async function countAll(db: Connection) {
  const count = (table: string, where = sql`true`) => sql`(select count(*) from ${sql.table(table)} where ${where})`
  const { rows } = await sql<Record<string, number>>`select
    ${count('members', sql`deleted_at is null`)} as "members",
    ${count('members', sql`suspended_at is not null and deleted_at is null`)} as "suspended",
    ${count('members', sql`limited_at is not null and deleted_at is null`)} as "limited",
    ${count('sessions', sql`expires_at > ${Date.now()}`)} as "sessions",
    ${count('posts')} as "posts",
    ${count('comments')} as "comments",
    ${count('likes')} as "likes",
    ${count('reposts')} as "reposts",
    ${count('follows')} as "follows",
    ${count('bookmarks')} as "bookmarks",
    ${count('media')} as "media",
    (select cast(coalesce(sum(bytes), 0) as bigint) from media) as "mediaBytes"`.execute(db)
  return rows[0] ?? {}
}
