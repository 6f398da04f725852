import type { Insertable } from 'kysely'
import type { Connection } from '../../../database/database.ts'
import { isPostgres } from '../../../database/engine.ts'
import { prepared } from '../../../database/prepared.ts'
import type { AppId, Schema, SessionId } from '../../../database/schema.ts'

export const insertApp = prepared((db, row: Insertable<Schema['apps']>) =>
  db.insertInto('apps').values({
    id: row.id,
    client_id: row.client_id,
    secret_hash: row.secret_hash,
    name: row.name,
    website: row.website,
    redirect_uris: row.redirect_uris,
    scopes: row.scopes,
    expires_at: row.expires_at,
  }),
).send

export type AppRow = NonNullable<Awaited<ReturnType<typeof findApp>>>

export const findApp = prepared((db, { clientId }: { clientId: string }) =>
  db
    .selectFrom('apps')
    .select(['id', 'secret_hash', 'name', 'website', 'redirect_uris', 'scopes'])
    .where('client_id', '=', clientId),
).first

export const insertCode = prepared((db, row: Omit<Insertable<Schema['app_codes']>, 'session_id'>) =>
  db.insertInto('app_codes').values({
    code_hash: row.code_hash,
    app_id: row.app_id,
    member_id: row.member_id,
    redirect_uri: row.redirect_uri,
    scopes: row.scopes,
    challenge: row.challenge,
    expires_at: row.expires_at,
  }),
).send

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

export const insertAppToken = prepared((db, row: Insertable<Schema['app_tokens']>) =>
  db.insertInto('app_tokens').values({
    token_hash: row.token_hash,
    app_id: row.app_id,
    scopes: row.scopes,
    expires_at: row.expires_at,
  }),
).send

export const deleteAppToken = prepared((db, { tokenHash, app }: { tokenHash: string; app: AppId }) =>
  db.deleteFrom('app_tokens').where('token_hash', '=', tokenHash).where('app_id', '=', app),
).send
