import { foldCase } from '@quack/contract/rules/characters'
import { sql } from 'kysely'
import type { Connection } from '../database/database.ts'
import { isPostgres } from '../database/engine.ts'
import type { MemberId } from '../database/schema.ts'

export interface ListFilter {
  /** A part of the username, first name, last name or e-mail; empty for everyone. */
  readonly search: string
  readonly isSuspended: boolean
  readonly isLimited: boolean
  readonly limit: number
}

/**
 * Members, newest first, without deleted ones. Names are compared as the search for people folds case: SQLite folds
 * ASCII letters only, and neither engine knows that ß is SS.
 * @param part how many are read at once
 */
export async function listMembers(db: Connection, filter: ListFilter, part = 1_000) {
  const wanted = foldCase(filter.search)
  const found: Candidate[] = []
  let read: Candidate[]
  let before: MemberId | null = null
  do {
    read = await listCandidates(db, filter, { wanted, before, part })
    found.push(...read.filter(({ names }) => foldCase(names).includes(wanted)))
    before = read.at(-1)?.id ?? null
  } while (read.length === part && found.length < filter.limit)
  return found.slice(0, filter.limit)
}

type Candidate = Awaited<ReturnType<typeof listCandidates>>[number]

interface Part {
  /** Folded. */
  readonly wanted: string
  readonly before: MemberId | null
  readonly part: number
}

/** Those whom `wanted` may name, and all whose names have other characters than ASCII. */
function listCandidates(db: Connection, { isSuspended, isLimited }: ListFilter, { wanted, before, part }: Part) {
  const names = sql<string>`username || ' ' || first_name || ' ' || last_name || ' ' || email`
  // On PostgreSQL, it depends on the locale of the database, except with the collation "C".
  const lower = isPostgres(db) ? sql`lower((${names}) collate "C")` : sql`lower(${names})`
  const pattern = `%${wanted.replace(/[\\%_]/g, '\\$&')}%`
  const mayMatch = sql<boolean>`(${lower} like ${pattern} escape '\\' or octet_length(${names}) <> length(${names}))`
  return db
    .selectFrom('members')
    .select(['id', 'username', 'first_name', 'last_name', 'email', 'posts_count', 'followers_count'])
    .select(['suspended_at', 'limited_at', names.as('names')])
    .where('deleted_at', 'is', null)
    .$if(isSuspended, (query) => query.where('suspended_at', 'is not', null))
    .$if(isLimited, (query) => query.where('limited_at', 'is not', null))
    .$if(wanted !== '', (query) => query.where(mayMatch))
    .$if(before !== null, (query) => query.where('id', '<', before))
    .orderBy('id', 'desc')
    .limit(part)
    .execute()
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
