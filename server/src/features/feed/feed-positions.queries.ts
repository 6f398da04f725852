import type { ReadSort } from '@quack/contract'
import { sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId, SessionId } from '../../database/schema.ts'

interface Of {
  readonly member: MemberId
  readonly sort: ReadSort
}

export interface PositionRow {
  readonly post_id: number
  readonly line_offset: number
  readonly newest_id: number
  readonly read_at: number
  readonly session_id: number
  readonly device: string
}

const COLUMNS = ['post_id', 'line_offset', 'newest_id', 'read_at', 'session_id', 'device'] as const

const startOf = prepared((db, { member, sort }: Of) =>
  db
    .selectFrom('members')
    .leftJoin('feed_positions', (join) =>
      join.onRef('feed_positions.member_id', '=', 'members.id').on('feed_positions.sort', '=', sort),
    )
    .select(['resumes_home', ...COLUMNS])
    .where('members.id', '=', member),
)

/** Whether the member opens the feed at their position, and that. */
export async function findStart(db: Connection, { member, sort }: Of) {
  const row = await startOf.first(db, { member, sort })
  const isRead = row !== undefined && row.post_id !== null
  return { resumesHome: row?.resumes_home === 1, position: isRead ? (row as PositionRow) : undefined }
}

export async function updateHomeStart(db: Connection, member: MemberId, resumes: boolean): Promise<void> {
  await db
    .updateTable('members')
    .set({ resumes_home: resumes ? 1 : 0 })
    .where('id', '=', member)
    .execute()
}

export const findPosition = prepared((db, { member, sort }: Of) =>
  db.selectFrom('feed_positions').select(COLUMNS).where('member_id', '=', member).where('sort', '=', sort),
).first

export interface Reading extends Of {
  readonly post: number
  readonly offset: number
  readonly newest: number
  readonly at: number
  readonly session: SessionId
}

/** The columns that a later reading replaces. */
const READ = ['post_id', 'line_offset', 'read_at', 'session_id', 'device'] as const

const stored = prepared((db, { member, sort, post, offset, newest, at, session }: Reading) => {
  const larger = isPostgres(db) ? sql`greatest` : sql`max`
  const replaced = READ.map((name) => {
    const column = sql.ref(name)
    return sql`${column} = case when excluded.read_at >= stored.read_at then excluded.${column} else stored.${column} end`
  })
  return sql<PositionRow>`
    insert into feed_positions as stored (member_id, sort, post_id, line_offset, newest_id, read_at, session_id, device)
    values (${member}, ${sort}, ${post}, ${offset}, ${newest}, ${at}, ${session},
      coalesce((select device from sessions where id = ${session}), ''))
    on conflict (member_id, sort) do update set
      newest_id = ${larger}(stored.newest_id, excluded.newest_id), ${sql.join(replaced)}
    returning ${sql.join(COLUMNS.map((name) => sql.ref(name)))}`
})

/**
 * Stores a reading, unless a later one is stored; and its newest post in any case, if that is newer.
 * @returns what is stored then
 */
export async function putPosition(transaction: Connection, reading: Reading): Promise<PositionRow> {
  const [row] = await stored.all(transaction, reading)
  if (!row) throw new Error('The position was not stored.')
  return row
}
