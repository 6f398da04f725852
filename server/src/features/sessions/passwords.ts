import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { AppError } from '../../http/errors.ts'
import { PASSWORD_COST } from './password-cost.ts'

/**
 * Hashes under way at once. Node has four such threads, which reading files needs too: two hashes leave room, and
 * bound the memory to 38 MiB.
 */
const AT_ONCE = 2
/** Hashes that may wait, about two seconds' worth; more would only be answered after their senders have given up. */
const WAITING_MAX = 100

const limit = pLimit(AT_ONCE)

/** What the password of nobody is held against, so that an unknown name takes as long to refuse as a known one. */
const nobodysHash = hash('the password of nobody', PASSWORD_COST)

/** @throws unavailable when too many are waiting */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, PASSWORD_COST))
}

/** @param passwordHash null where there is no member: then it is wrong, after the same work. @throws unavailable */
export function isPasswordRight(passwordHash: string | null, password: string): Promise<boolean> {
  return inTurn(async () => {
    const isRight = await verify(passwordHash ?? (await nobodysHash), password)
    return passwordHash !== null && isRight
  })
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (limit.pendingCount >= WAITING_MAX) throw new AppError('unavailable')
  return limit(work)
}
