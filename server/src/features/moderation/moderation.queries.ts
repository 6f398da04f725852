import { type SqlBool, sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { isIn } from '../../database/in-list.ts'
import { CursorError, cursorCodec, ID_CODEC, type PageRequest, type ValueCodec } from '../../database/paging.ts'
import type { CommentId, DecisionId, MemberId, ReportId, TargetKind } from '../../database/schema.ts'
import { lockAlone } from '../members/members.queries.ts'
import { readSentPictures } from '../posts/further-pictures.queries.ts'
import { isForEveryone } from '../visibility/audience.ts'
import { COPIED, profileCopy } from './reports/reports.queries.ts'
import { coverView } from './reports/reports.view.ts'

const REPORT = [
  'reports.id',
  'reports.reporter_id',
  'reports.subject_id',
  'reports.target_kind',
  'reports.target_id',
  'reports.rule',
  'reports.text',
  'reports.copy',
  'reports.closed_at',
  'reports.has_consequence',
] as const
export type ReportRow = Awaited<ReturnType<typeof listReports>>[number]

export const REPORTS_CURSOR = cursorCodec('reports', { id: ID_CODEC })

export function listReports(db: Connection, state: 'open' | 'closed', { limit, after }: PageRequest<{ id: number }>) {
  return db
    .selectFrom('reports')
    .select(REPORT)
    .where('closed_at', state === 'open' ? 'is' : 'is not', null)
    .$if(after !== null, (query) => query.where('id', '<', (after?.id ?? 0) as ReportId))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export function findReport(db: Connection, id: ReportId): Promise<ReportRow | undefined> {
  return db.selectFrom('reports').select(REPORT).where('id', '=', id).executeTakeFirst()
}

/** The newest open reports about one target. */
export function listOpenAbout(db: Connection, kind: TargetKind, target: number, limit: number): Promise<ReportRow[]> {
  return db
    .selectFrom('reports')
    .select(REPORT)
    .where('target_kind', '=', kind)
    .where('target_id', '=', target)
    .where('closed_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The number of reports about a member, counted up to `limit`. */
export async function countReports(db: Connection, subject: MemberId, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select id from reports where subject_id = ${subject} limit ${limit}) as counted
  `.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Reports, locked until the transaction ends. */
export function lockReports(transaction: Connection, ids: readonly ReportId[]): Promise<ReportRow[]> {
  return transaction
    .selectFrom('reports')
    .select(REPORT)
    .where(isIn(transaction, 'id', ids))
    .orderBy('id')
    .$if(isPostgres(transaction), (query) => query.forUpdate())
    .execute()
}

/** Closes reports. Those that were closed before keep their time, and an action stays one. */
export async function closeReports(transaction: Connection, ids: readonly ReportId[], now: number, isAction: boolean) {
  await transaction
    .updateTable('reports')
    .set((eb) => ({
      closed_at: eb.fn.coalesce('closed_at', eb.val(now)),
      ...(isAction ? { has_consequence: 1 as const } : null),
    }))
    .where(isIn(transaction, 'id', ids))
    .execute()
}

/** What was reported, as it is now, also if it is hidden; undefined if it is gone. */
export async function findPresent(db: Connection, kind: TargetKind, id: number) {
  if (kind === 'post') {
    const post = await db
      .selectFrom('posts')
      .select(['id', 'content as text', 'media_url as mediaUrl', 'alt', 'further_alts', 'hidden_at'])
      .select(['warning', 'is_sensitive', 'poll_options', 'edited_at'])
      .where('id', '=', id as never)
      .executeTakeFirst()
    if (!post) return undefined
    const { text, mediaUrl, alt, hidden_at, edited_at } = post
    const furtherPictures = await readSentPictures(db, post)
    return {
      text,
      mediaUrl,
      alt,
      hidden_at,
      edited_at,
      ...coverView(post),
      ...(furtherPictures.length > 0 && { furtherPictures }),
    }
  }
  const nothing = sql<string>`''`
  const never = sql<number | null>`cast(null as bigint)`.as('hidden_at')
  if (kind === 'comment')
    return db
      .selectFrom('comments')
      .select(['text', nothing.as('mediaUrl'), nothing.as('alt'), never, 'edited_at'])
      .where('id', '=', id as never)
      .executeTakeFirst()
  const member = await db
    .selectFrom('members')
    .select(COPIED.member)
    .where('id', '=', id as MemberId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return member && { ...profileCopy(member), hidden_at: null, edited_at: null }
}

/** The post of a comment, and what it answers; undefined if it is gone. */
export function findConversation(db: Connection, id: CommentId) {
  return db
    .selectFrom('comments')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .leftJoin('comments as answered', 'answered.id', 'comments.answers_id')
    .select(['posts.public_id', 'comments.answers_id', 'answered.author_id', 'answered.text'])
    .where('comments.id', '=', id)
    .executeTakeFirst()
}

/** The column with the author of what a row is about. */
const SUBJECT = { reports: 'subject_id', decisions: 'member_id' } as const

/**
 * Those of these reports, or decisions, whose content is not for followers only: profiles, and posts for everyone with
 * their comments. Of a deleted comment it is not known.
 */
export async function listForEveryone<Id extends ReportId | DecisionId>(
  db: Connection,
  table: keyof typeof SUBJECT,
  ids: readonly Id[],
): Promise<ReadonlySet<Id>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: Id }>`
    select listed.id from ${sql.table(table)} as listed
    left join comments on listed.target_kind = 'comment' and comments.id = listed.target_id
    left join posts on posts.id = comments.post_id
    join members on members.id =
      case listed.target_kind when 'comment' then posts.author_id else ${sql.ref(`listed.${SUBJECT[table]}`)} end
    where ${isIn(db, 'listed.id', ids)} and (listed.target_kind = 'member' or ${isForEveryone})`.execute(db)
  return new Set(rows.map((row) => row.id))
}

/** A username as a key; its codec writes no dots, which end a value in a cursor. */
const NAME_CODEC: ValueCodec<string> = {
  write: (name) => Buffer.from(name).toString('hex'),
  read(text) {
    const name = Buffer.from(text, 'hex').toString()
    if (name === '' || NAME_CODEC.write(name) !== text) throw new CursorError()
    return name
  },
}
export const STAFF_MEMBERS_CURSOR = cursorCodec('staff-members', { username_key: NAME_CODEC })

export interface MemberFilter {
  /** How usernames begin, in lower case. */
  readonly prefix: string
  readonly only: 'all' | 'limited' | 'suspended' | 'staff'
  readonly now: number
}

export function listMembers(
  db: Connection,
  { prefix, only, now }: MemberFilter,
  { limit, after }: PageRequest<{ username_key: string }>,
) {
  return (
    db
      .selectFrom('members')
      .select(['id', 'username', 'username_key', 'first_name', 'last_name', 'avatar_url', 'role'])
      .select(['posts_count', 'limited_at', 'suspended_at', 'suspended_until'])
      .where('deleted_at', 'is', null)
      // The largest character ends the range of names that begin with the prefix.
      .$if(prefix !== '', (query) =>
        query.where('username_key', '>=', prefix).where('username_key', '<', `${prefix}\u{10ffff}`),
      )
      .$if(only === 'staff', (query) => query.where('role', 'is not', null))
      .$if(only === 'limited', (query) => query.where('limited_at', 'is not', null))
      .$if(only === 'suspended', (query) =>
        query
          .where('suspended_at', 'is not', null)
          .where(sql<SqlBool>`(suspended_until is null or suspended_until > ${now})`),
      )
      .$if(after !== null, (query) => query.where('username_key', '>', after?.username_key ?? ''))
      .orderBy('username_key')
      .limit(limit)
      .execute()
  )
}

/** Shows what members write to their followers only. @returns how many were not limited before */
export async function limitMembers(transaction: Connection, ids: readonly MemberId[]): Promise<number> {
  // What others write under their posts comes before this, or is checked against it.
  await lockAlone(transaction, ids)
  const result = await transaction
    .updateTable('members')
    .set({ limited_at: Date.now() })
    .where(isIn(transaction, 'id', ids))
    .where('limited_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** @returns false if the member is not limited */
export async function unlimitMember(transaction: Connection, member: MemberId): Promise<boolean> {
  const result = await transaction
    .updateTable('members')
    .set({ limited_at: null })
    .where('id', '=', member)
    .where('limited_at', 'is not', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
