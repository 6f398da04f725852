import { type Insertable, type SqlBool, sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { isNotIn } from '../../database/in-list.ts'
import { cursorCodec, ID_CODEC, type PageRequest, type PartRequest, takePart } from '../../database/paging.ts'
import type { MemberId, Schema } from '../../database/schema.ts'
import { isVisible } from '../visibility/visibility.ts'

const isOver = (now: number) => sql<SqlBool>`ends_at <= ${now}`
const lasts = (now: number) => sql<SqlBool>`(ends_at is null or ends_at > ${now})`

/** Replaces an earlier mute of the same member. */
export async function putMute(db: Connection, row: Insertable<Schema['mutes']>): Promise<void> {
  const { at, ends_at, with_notifications } = row
  await db
    .insertInto('mutes')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['muter_id', 'muted_id']).doUpdateSet({ at, ends_at, with_notifications }),
    )
    .execute()
}

/** @returns false if there was none, or it has ended */
export async function deleteMute(db: Connection, muter: MemberId, muted: MemberId, now: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('mutes')
    .where('muter_id', '=', muter)
    .where('muted_id', '=', muted)
    .returning('ends_at')
    .executeTakeFirst()
  return deleted !== undefined && (deleted.ends_at === null || deleted.ends_at > now)
}

/** Deletes a member's mutes and muted words that have ended. */
export async function deleteEnded(db: Connection, member: MemberId, now: number): Promise<void> {
  await db.deleteFrom('mutes').where('muter_id', '=', member).where(isOver(now)).execute()
  await db.deleteFrom('muted_words').where('member_id', '=', member).where(isOver(now)).execute()
}

export const MUTES_CURSOR = cursorCodec('mutes', { at: ID_CODEC })

/** @param hidden leaves out these members, such as those who have blocked the muter since */
export function listMutes(
  db: Connection,
  muter: MemberId,
  page: PartRequest<{ at: number }>,
  { hidden, now }: { hidden: Float64Array; now: number },
) {
  return db
    .selectFrom('mutes')
    .innerJoin('members', 'members.id', 'mutes.muted_id')
    .select(['mutes.muted_id as id', 'mutes.at', 'mutes.ends_at', 'mutes.with_notifications'])
    .where('mutes.muter_id', '=', muter)
    .where(lasts(now))
    .where(isVisible)
    .$if(hidden.length > 0, (query) => query.where(isNotIn(db, 'mutes.muted_id', hidden)))
    .$call((query) => takePart(query, 'mutes.at', page))
    .execute()
}

export const WORDS_CURSOR = cursorCodec('words', { id: ID_CODEC })

export function listWords(
  db: Connection,
  member: MemberId,
  { limit, after }: PageRequest<{ id: number }>,
  now: number,
) {
  return db
    .selectFrom('muted_words')
    .select(['id', 'phrase', 'action', 'ends_at'])
    .where('member_id', '=', member)
    .where(lasts(now))
    .$if(after !== null, (query) => query.where('id', '<', after?.id ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** All muted words of a member, at most MUTED_WORDS_MAX. The lock on the member's row keeps others from adding some. */
export async function listWordsForEdit(db: Connection, member: MemberId) {
  const own = db.selectFrom('members').select('id').where('id', '=', member)
  if (isPostgres(db)) await own.forNoKeyUpdate().execute()
  return db
    .selectFrom('muted_words')
    .select(['id', 'phrase', 'action', 'ends_at'])
    .where('member_id', '=', member)
    .execute()
}

export async function insertWord(db: Connection, row: Insertable<Schema['muted_words']>): Promise<void> {
  await db.insertInto('muted_words').values(row).execute()
}

/** @returns false if the member has no such muted word */
export async function deleteWord(db: Connection, member: MemberId, id: number): Promise<boolean> {
  const result = await db
    .deleteFrom('muted_words')
    .where('id', '=', id)
    .where('member_id', '=', member)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}
