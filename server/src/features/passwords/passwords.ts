import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { AppError } from '../../http/errors/errors.ts'
import { PASSWORD_COST } from './password-cost.ts'

/**
 * Concurrent hashes. Node's thread pool has four threads, which file access needs too. Two hashes leave room for it,
 * and limit the memory to 38 MiB.
 */
const AT_ONCE = 2
/** Maximum number of waiting hashes, more than a second of work. Clients would give up before later ones are done. */
const WAITING_MAX = 100

const limit = pLimit(AT_ONCE)

/** Compared with the password if the username is unknown, so that the refusal takes as long as for a known one. */
const nobodysHash = hash('the password of nobody', PASSWORD_COST)

/** @throws unavailable if too many are waiting */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, PASSWORD_COST))
}

/**
 * @param passwordHash null or empty if there is no member, or no password: then the result is false after the same work
 * @throws unavailable
 */
export function isPasswordRight(passwordHash: string | null, password: string): Promise<boolean> {
  return inTurn(async () => {
    const isRight = await verify(passwordHash || (await nobodysHash), password)
    return Boolean(passwordHash) && isRight
  })
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (limit.pendingCount >= WAITING_MAX) throw new AppError('unavailable')
  return limit(work)
}
