import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** For the job that deletes what has expired (features/cleanup). */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema.createIndex('password_resets_expiry').on('password_resets').column('expires_at').execute()
  await schema.createIndex('email_tokens_age').on('email_tokens').column('created_at').execute()
  await schema.createIndex('mailed_strangers_age').on('mailed_strangers').column('at').execute()
}
