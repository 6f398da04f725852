import type { Insertable } from 'kysely'
import type { Connection } from '../../../database/database.ts'
import { isPostgres } from '../../../database/engine.ts'
import { prepared } from '../../../database/prepared.ts'
import type { AppId, Schema, SessionId } from '../../../database/schema.ts'

export async function insertApp(transaction: Connection, row: Insertable<Schema['apps']>): Promise<void> {
  await transaction.insertInto('apps').values(row).execute()
}

export type AppRow = NonNullable<Awaited<ReturnType<typeof findApp>>>

export const findApp = prepared((db, { clientId }: { clientId: string }) =>
  db
    .selectFrom('apps')
    .select(['id', 'secret_hash', 'name', 'website', 'redirect_uris', 'scopes'])
    .where('client_id', '=', clientId),
).first

export async function insertCode(transaction: Connection, row: Insertable<Schema['app_codes']>): Promise<void> {
  await transaction.insertInto('app_codes').values(row).execute()
}

/** Locked until the transaction ends: a code is used once. */
export function lockCode(transaction: Connection, codeHash: string) {
  return transaction
    .selectFrom('app_codes')
    .selectAll()
    .where('code_hash', '=', codeHash)
    .$if(isPostgres(transaction), (query) => query.forUpdate())
    .executeTakeFirst()
}

export async function noteUse(transaction: Connection, codeHash: string, session: SessionId): Promise<void> {
  await transaction.updateTable('app_codes').set({ session_id: session }).where('code_hash', '=', codeHash).execute()
}

export async function insertAppToken(transaction: Connection, row: Insertable<Schema['app_tokens']>): Promise<void> {
  await transaction.insertInto('app_tokens').values(row).execute()
}

export const deleteAppToken = prepared((db, { tokenHash, app }: { tokenHash: string; app: AppId }) =>
  db.deleteFrom('app_tokens').where('token_hash', '=', tokenHash).where('app_id', '=', app),
).send
