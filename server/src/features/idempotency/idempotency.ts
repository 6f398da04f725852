import { createHash } from 'node:crypto'
import { IDEMPOTENCY_SECONDS } from '@quack/contract/rules/limits'
import type { Connection } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'

/** A client's key for one request, so that a repeated request has no second effect. */
export interface IdempotencyKey {
  readonly key: string
  /** A hash of the request, so that one key cannot be used for two different requests. */
  readonly requestHash: string
}

export function idempotencyKeyOf(headers: { 'idempotency-key'?: string }, request: unknown): IdempotencyKey | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  return { key, requestHash: createHash('sha256').update(JSON.stringify(request)).digest('base64url') }
}

/**
 * Runs `make`, unless this member's key has created something within the last seven days; then that is returned. The key's row
 * is inserted first, so that concurrent requests with the same key wait for the first.
 * @throws idempotencyKeyReused
 */
export async function createOnce<Id extends number>(
  transaction: Connection,
  memberId: MemberId,
  key: IdempotencyKey | null,
  create: () => Promise<Id>,
): Promise<Id> {
  if (key === null) return create()
  const now = Date.now()
  const row = { member_id: memberId, key: key.key, request_hash: key.requestHash, made_id: 0, created_at: now }
  const inserted = await transaction
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['member_id', 'key'])
        .doUpdateSet(row)
        // One that is not deleted yet does not count any more.
        .where('idempotency_keys.created_at', '<', now - IDEMPOTENCY_SECONDS * 1_000),
    )
    .executeTakeFirst()
  const mine = transaction.selectFrom('idempotency_keys').where('member_id', '=', memberId).where('key', '=', key.key)
  if (inserted.numInsertedOrUpdatedRows === 0n) {
    const earlier = await mine.select(['request_hash', 'made_id']).executeTakeFirstOrThrow()
    if (earlier.request_hash !== key.requestHash) throw new AppError('idempotencyKeyReused')
    return earlier.made_id as Id
  }
  const id = await create()
  await transaction
    .updateTable('idempotency_keys')
    .set({ made_id: id })
    .where('member_id', '=', memberId)
    .where('key', '=', key.key)
    .execute()
  return id
}
