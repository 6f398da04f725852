import { createHash } from 'node:crypto'
import { IDEMPOTENCY_SECONDS } from '@quack/contract/rules/limits'
import type { Connection } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import * as queries from './idempotency.queries.ts'

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
 * Runs `create`, unless this member's key has created something within the last seven days. The key's row is inserted
 * first, so that concurrent requests with the same key wait for the first.
 * @returns the id of what was created, now or then
 * @throws idempotencyKeyReused
 */
export async function createOnce<Id extends number>(
  transaction: Connection,
  member: MemberId,
  given: IdempotencyKey | null,
  create: () => Promise<Id>,
): Promise<Id> {
  if (given === null) return create()
  const { requestHash } = given
  const [key, now] = [{ member, key: given.key }, Date.now()]
  const times = { now, expiredBefore: now - IDEMPOTENCY_SECONDS * 1_000 }
  if (!(await queries.insertKey(transaction, { ...key, requestHash, ...times }))) {
    const earlier = await queries.getKey(transaction, key)
    if (earlier.request_hash !== requestHash) throw new AppError('idempotencyKeyReused')
    return earlier.made_id as Id
  }
  const id = await create()
  await queries.storeMade(transaction, { ...key, id })
  return id
}
