import type { Connection } from '../../database/database.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId } from '../../database/schema.ts'

interface Key {
  readonly member: MemberId
  readonly key: string
}

interface NewKey extends Key {
  readonly requestHash: string
  readonly now: number
  readonly expiredBefore: number
}

/**
 * Inserts the row of a key. Concurrent requests with the same key wait for the first. A row that was created before
 * `expiredBefore` does not count any more. Times are in milliseconds since 1970.
 * @returns false if there is a row that counts
 */
export const insertKey = prepared((db, { member, key, requestHash, now, expiredBefore }: NewKey) => {
  const row = { member_id: member, key, request_hash: requestHash, made_id: 0, created_at: now }
  return db
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'key']).doUpdateSet(row).where('idempotency_keys.created_at', '<', expiredBefore),
    )
}).changes

const row = prepared((db, { member, key }: Key) =>
  db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'made_id'])
    .where('member_id', '=', member)
    .where('key', '=', key),
)

/** Of a key that insertKey has found. */
export async function getKey(transaction: Connection, key: Key) {
  const found = await row.first(transaction, key)
  if (!found) throw new Error('The row of the key is gone.')
  return found
}

/** Stores the id of what was created. */
export const storeMade = prepared((db, { member, key, id }: Key & { readonly id: number }) =>
  db.updateTable('idempotency_keys').set({ made_id: id }).where('member_id', '=', member).where('key', '=', key),
).send
