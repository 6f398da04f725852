import type { Connection } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'

interface Key {
  readonly member: MemberId
  readonly key: string
}

/**
 * Inserts the row of a key. Concurrent requests with the same key wait for the first.
 * @param expiredBefore a row that was created before does not count any more. In milliseconds since 1970, as `now`
 * @returns false if there is a row that counts
 */
export async function insertKey(
  transaction: Connection,
  { member, key }: Key,
  { requestHash, now, expiredBefore }: { requestHash: string; now: number; expiredBefore: number },
): Promise<boolean> {
  const row = { member_id: member, key, request_hash: requestHash, made_id: 0, created_at: now }
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'key']).doUpdateSet(row).where('idempotency_keys.created_at', '<', expiredBefore),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows !== 0n
}

export function getKey(transaction: Connection, { member, key }: Key) {
  return transaction
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'made_id'])
    .where('member_id', '=', member)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
}

export async function storeMade(transaction: Connection, { member, key }: Key, id: number): Promise<void> {
  await transaction
    .updateTable('idempotency_keys')
    .set({ made_id: id })
    .where('member_id', '=', member)
    .where('key', '=', key)
    .execute()
}
