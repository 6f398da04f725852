import type { Connection } from '../../../database/database.ts'
import { cursorCodec, ID_CODEC, type PageRequest } from '../../../database/paging.ts'
import type { MemberId } from '../../../database/schema.ts'
import type { Challenge } from './challenges.ts'
import type { NewPasskey } from './verify.ts'

const SHOWN = ['id', 'name', 'is_backed_up', 'rp_id', 'used_at'] as const

export type PasskeyRow = Awaited<ReturnType<typeof listPasskeys>>[number]

export const PASSKEYS_CURSOR = cursorCodec('passkeys', { id: ID_CODEC })

export function listPasskeys(db: Connection, member: MemberId, page: PageRequest<{ id: number }>) {
  const { limit, after } = page
  return db
    .selectFrom('passkeys')
    .select(SHOWN)
    .where('member_id', '=', member)
    .$if(after !== null, (query) => query.where('id', '<', after?.id ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** All of a member, at most PASSKEYS_MAX: what browsers have to know of them. */
export function listCredentials(db: Connection, member: MemberId) {
  return db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports', 'rp_id'])
    .where('member_id', '=', member)
    .execute()
}

export function findCredential(db: Connection, credentialId: string) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'member_id', 'public_key', 'counter', 'name'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
}

/** @returns the row; undefined if the credential is stored already */
export function insertPasskey(
  transaction: Connection,
  passkey: NewPasskey & { id: number; memberId: MemberId; name: string; rpId: string },
) {
  return transaction
    .insertInto('passkeys')
    .values({
      id: passkey.id,
      member_id: passkey.memberId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: JSON.stringify(passkey.transports),
      is_backed_up: passkey.isBackedUp ? 1 : 0,
      name: passkey.name,
      rp_id: passkey.rpId,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(SHOWN)
    .executeTakeFirst()
}

export function renamePasskey(transaction: Connection, member: MemberId, id: number, name: string) {
  return transaction
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('member_id', '=', member)
    .returning(SHOWN)
    .executeTakeFirst()
}

/** @returns its name; undefined if the member has no such passkey */
export function deletePasskey(transaction: Connection, member: MemberId, id: number) {
  return transaction
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('member_id', '=', member)
    .returning('name')
    .executeTakeFirst()
}

/** Notes the use of a passkey. @returns its counter before that; undefined if it was removed */
export async function notePasskeyUse(
  transaction: Connection,
  id: number,
  { counter, isBackedUp }: { counter: number; isBackedUp: boolean },
): Promise<number | undefined> {
  const before = await transaction.selectFrom('passkeys').select('counter').where('id', '=', id).executeTakeFirst()
  if (!before) return undefined
  const changes = { counter, is_backed_up: isBackedUp ? 1 : 0, used_at: Date.now() } as const
  await transaction.updateTable('passkeys').set(changes).where('id', '=', id).execute()
  return before.counter
}

/** How many passkeys of the member work at this host. */
export async function countUsable(db: Connection, member: MemberId, rpId: string | null): Promise<number> {
  const credentials = await listCredentials(db, member)
  return credentials.filter((credential) => credential.rp_id === rpId).length
}

/** How many passkeys of the installation do not work at this host. */
export async function countElsewhere(db: Connection, rpId: string): Promise<number> {
  const row = await db
    .selectFrom('passkeys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('rp_id', '<>', rpId)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Uses up a challenge. @returns false if it was used already, at any node */
export async function redeem(transaction: Connection, { hash, expiresAt }: Challenge): Promise<boolean> {
  const result = await transaction
    .insertInto('used_challenges')
    .values({ hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}
