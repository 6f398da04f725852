import type { Insertable } from 'kysely'
import type { Connection } from '../../../database/database.ts'
import { isPostgres } from '../../../database/engine.ts'
import { isIn } from '../../../database/in-list.ts'
import { cursorCodec, ID_CODEC, type PageRequest } from '../../../database/paging.ts'
import type { DecisionId, MemberId, Schema } from '../../../database/schema.ts'

const DECISION = [
  'decisions.id',
  'decisions.member_id',
  'decisions.target_kind',
  'decisions.target_id',
  'decisions.copy',
  'decisions.actions',
  'decisions.message',
  'decisions.suspended_until',
  'decisions.suspends',
  'decisions.limits',
  'decisions.hides',
  'decisions.warning',
  'decisions.adds_warning',
  'decisions.appeal',
  'decisions.appealed_at',
  'decisions.appeal_state',
  'decisions.appeal_answer',
] as const
export type DecisionRow = Awaited<ReturnType<typeof listByMember>>[number]

export const DECISIONS_CURSOR = cursorCodec('decisions', { id: ID_CODEC })

export function listByMember(db: Connection, member: MemberId, { limit, after }: PageRequest<{ id: number }>) {
  return db
    .selectFrom('decisions')
    .select(DECISION)
    .where('member_id', '=', member)
    .$if(after !== null, (query) => query.where('id', '<', (after?.id ?? 0) as DecisionId))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The decision because of which a suspended member is suspended; undefined if the operator has done it. */
export function findSuspending(db: Connection, member: MemberId): Promise<DecisionRow | undefined> {
  return db
    .selectFrom('decisions')
    .select(DECISION)
    .where('member_id', '=', member)
    .where('suspends', '=', 1)
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

export const APPEALS_CURSOR = cursorCodec('appeals', { id: ID_CODEC })
export type AppealState = 'open' | 'accepted' | 'rejected'

export function listAppealed(db: Connection, state: AppealState, { limit, after }: PageRequest<{ id: number }>) {
  return db
    .selectFrom('decisions')
    .select(DECISION)
    .where('appeal_state', '=', state)
    .$if(after !== null, (query) => query.where('id', '<', (after?.id ?? 0) as DecisionId))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** A decision with an open appeal, locked until the transaction ends. */
export function lockAppealed(transaction: Connection, id: DecisionId): Promise<DecisionRow | undefined> {
  return transaction
    .selectFrom('decisions')
    .select(DECISION)
    .where('id', '=', id)
    .where('appeal_state', '=', 'open')
    .$if(isPostgres(transaction), (query) => query.forUpdate())
    .executeTakeFirst()
}

/** A decision about this member, locked until the transaction ends. */
export function lockOwn(transaction: Connection, member: MemberId, id: DecisionId): Promise<DecisionRow | undefined> {
  return transaction
    .selectFrom('decisions')
    .select(DECISION)
    .where('id', '=', id)
    .where('member_id', '=', member)
    .$if(isPostgres(transaction), (query) => query.forUpdate())
    .executeTakeFirst()
}

export async function putAppeal(transaction: Connection, id: DecisionId, text: string, at: number): Promise<void> {
  await transaction
    .updateTable('decisions')
    .set({ appeal: text, appealed_at: at, appeal_state: 'open' })
    .where('id', '=', id)
    .execute()
}

export async function closeAppeal(
  transaction: Connection,
  id: DecisionId,
  state: 'accepted' | 'rejected',
  answer: string,
): Promise<void> {
  await transaction
    .updateTable('decisions')
    .set({ appeal_state: state, appeal_answer: answer })
    .$if(state === 'accepted', (query) => query.set({ suspends: 0, limits: 0, hides: 0, adds_warning: 0 }))
    .where('id', '=', id)
    .execute()
}

export async function insertDecisions(transaction: Connection, rows: readonly Insertable<Schema['decisions']>[]) {
  await transaction.insertInto('decisions').values(rows).execute()
}

/** Counts these decisions as unread by their members. */
export async function countUnread(transaction: Connection, ids: readonly DecisionId[]): Promise<void> {
  const isThese = isIn(transaction, 'decisions.id', ids)
  await transaction
    .updateTable('members')
    .set(({ eb, selectFrom }) => ({
      unread_decisions: eb(
        'unread_decisions',
        '+',
        selectFrom('decisions')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('decisions.member_id', '=', 'members.id')
          .where(isThese),
      ),
    }))
    .where('id', 'in', ({ selectFrom }) => selectFrom('decisions').select('member_id').where(isThese))
    .execute()
}

export async function clearUnread(db: Connection, member: MemberId): Promise<void> {
  await db
    .updateTable('members')
    .set({ unread_decisions: 0 })
    .where('id', '=', member)
    .where('unread_decisions', '>', 0)
    .execute()
}
