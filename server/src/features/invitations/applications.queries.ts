import type { Insertable } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { cursorCodec, ID_CODEC, type PageRequest } from '../../database/paging.ts'
import type { ApplicationId, Schema } from '../../database/schema.ts'

/** The application for a username. */
export function findByUsername(db: Connection, username: string) {
  return db
    .selectFrom('applications')
    .select(['password_hash', 'rejected_at', 'reason'])
    .where('username_key', '=', username.toLowerCase())
    .executeTakeFirst()
}

/** Replaces a rejected application for the same name. @returns false if one for this name waits */
export async function insertApplication(db: Connection, row: Insertable<Schema['applications']>): Promise<boolean> {
  await db
    .deleteFrom('applications')
    .where('username_key', '=', row.username_key)
    .where('rejected_at', 'is not', null)
    .execute()
  const result = await db
    .insertInto('applications')
    .values(row)
    .onConflict((conflict) => conflict.column('username_key').doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const APPLICATIONS_CURSOR = cursorCodec('applications', { id: ID_CODEC })

export function listWaiting(db: Connection, { limit, after }: PageRequest<{ id: number }>) {
  return db
    .selectFrom('applications')
    .select(['id', 'username', 'first_name', 'last_name', 'email', 'answer'])
    .where('rejected_at', 'is', null)
    .$if(after !== null, (query) => query.where('id', '<', (after?.id ?? 0) as ApplicationId))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** An application that waits, locked until the transaction ends. */
export function lockWaiting(transaction: Connection, id: ApplicationId) {
  return transaction
    .selectFrom('applications')
    .select(['username', 'username_key', 'first_name', 'last_name', 'email', 'password_hash', 'avatar_url', 'extra'])
    .where('id', '=', id)
    .where('rejected_at', 'is', null)
    .$if(isPostgres(transaction), (query) => query.forUpdate())
    .executeTakeFirst()
}

export async function deleteApplication(transaction: Connection, id: ApplicationId): Promise<void> {
  await transaction.deleteFrom('applications').where('id', '=', id).execute()
}

/**
 * The row stays until the clean-up, so that the applicant can be told why, or until another application for the name.
 */
export async function rejectApplication(transaction: Connection, id: ApplicationId, at: number, reason: string) {
  await transaction.updateTable('applications').set({ rejected_at: at, reason }).where('id', '=', id).execute()
}
