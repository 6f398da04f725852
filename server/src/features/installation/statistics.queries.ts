import { sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { idAtTime } from '../../database/ids.ts'

const DAY_MS = 24 * 60 * 60_000

/**
 * The number of rows of a table for each day from `since` on that has any, by the start of the day. Ids tell the time.
 * @param since milliseconds since 1970
 */
export async function countByDay(
  db: Connection,
  table: 'members' | 'posts',
  since: number,
): Promise<Map<number, number>> {
  const first = idAtTime(since)
  const perDay = idAtTime(since + DAY_MS) - first
  const { rows } = await sql<{ day: number; count: number }>`
    select cast((id - ${first}) / ${sql.lit(perDay)} as bigint) as day, count(*) as count from ${sql.table(table)}
    where id >= ${first} group by 1`.execute(db)
  return new Map(rows.map(({ day, count }) => [since + Number(day) * DAY_MS, Number(count)]))
}

/** Counts whole tables. The result is cached (statistics.ts). */
export async function countTotals(db: Connection) {
  const size = isPostgres(db)
    ? sql`pg_database_size(current_database())`
    : sql`(select page_count * page_size from pragma_page_count(), pragma_page_size())`
  const { rows } = await sql<Record<'members' | 'posts' | 'mediaBytes' | 'databaseBytes', number>>`
    select
      (select count(*) from members) - (select count(*) from members where deleted_at is not null) as "members",
      (select count(*) from posts) as "posts",
      (select cast(coalesce(sum(bytes), 0) as bigint) from media) as "mediaBytes",
      ${size} as "databaseBytes"`.execute(db)
  const [row] = rows
  const numberOf = (name: 'members' | 'posts' | 'mediaBytes' | 'databaseBytes') => Number(row?.[name] ?? 0)
  return {
    members: numberOf('members'),
    posts: numberOf('posts'),
    mediaBytes: numberOf('mediaBytes'),
    databaseBytes: numberOf('databaseBytes'),
  }
}
