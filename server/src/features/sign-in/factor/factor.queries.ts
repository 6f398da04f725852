import type { Connection } from '../../../database/database.ts'
import type { MemberId } from '../../../database/schema.ts'

export function findFactor(db: Connection, member: MemberId) {
  return db
    .selectFrom('second_factors')
    .select(['sealed_secret', 'enabled_at', 'last_step'])
    .where('member_id', '=', member)
    .executeTakeFirst()
}

/** Stores a secret that has not been confirmed by a code. */
export async function putSecret(transaction: Connection, member: MemberId, sealed: string): Promise<void> {
  await transaction
    .insertInto('second_factors')
    .values({ member_id: member, sealed_secret: sealed, enabled_at: null })
    .onConflict((conflict) =>
      conflict.column('member_id').doUpdateSet({ sealed_secret: sealed, enabled_at: null, last_step: 0 }),
    )
    .execute()
}

export async function setEnabled(
  transaction: Connection,
  member: MemberId,
  sealed: string,
  now: number,
): Promise<void> {
  const row = { sealed_secret: sealed, enabled_at: now }
  await transaction.updateTable('second_factors').set(row).where('member_id', '=', member).execute()
}

/** Uses up the codes up to this step. @returns false if that of this step or a later one was used already */
export async function useStep(transaction: Connection, member: MemberId, step: number): Promise<boolean> {
  const result = await transaction
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('member_id', '=', member)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Deletes the factor with its recovery codes. @returns false if it was not on */
export async function deleteFactor(transaction: Connection, member: MemberId): Promise<boolean> {
  await transaction.deleteFrom('recovery_codes').where('member_id', '=', member).execute()
  const result = await transaction
    .deleteFrom('second_factors')
    .where('member_id', '=', member)
    .returning('enabled_at')
    .executeTakeFirst()
  return result !== undefined && result.enabled_at !== null
}

/** Replaces the recovery codes. */
export async function putRecoveryCodes(transaction: Connection, member: MemberId, hashes: readonly string[]) {
  await transaction.deleteFrom('recovery_codes').where('member_id', '=', member).execute()
  const rows = hashes.map((hash) => ({ member_id: member, code_hash: hash }))
  await transaction.insertInto('recovery_codes').values(rows).execute()
}

/** Uses up a recovery code: of two sign-ins with it, only one gets in. @returns false if there is none */
export async function useRecoveryCode(transaction: Connection, member: MemberId, hash: string): Promise<boolean> {
  const result = await transaction
    .deleteFrom('recovery_codes')
    .where('member_id', '=', member)
    .where('code_hash', '=', hash)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** The ways in which a member can sign in, and what is left of them. */
export async function findWaysIn(db: Connection, member: MemberId) {
  return db
    .selectFrom('members')
    .leftJoin('second_factors', 'second_factors.member_id', 'members.id')
    .select((eb) => [
      'members.password_hash',
      'second_factors.enabled_at',
      eb
        .selectFrom('recovery_codes')
        .select((count) => count.fn.countAll<number>().as('codes'))
        .whereRef('recovery_codes.member_id', '=', 'members.id')
        .as('codes'),
      eb
        .selectFrom('passkeys')
        .select((count) => count.fn.countAll<number>().as('keys'))
        .whereRef('passkeys.member_id', '=', 'members.id')
        .as('passkeys'),
    ])
    .where('members.id', '=', member)
    .executeTakeFirst()
}
