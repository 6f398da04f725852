import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { CHALLENGE_SECONDS } from '@quack/contract/rules/limits'
import type { SessionId } from '../../../database/schema.ts'

/** What a challenge was made for. One of a session is for that session alone. */
export interface ChallengeUse {
  readonly purpose: 'sign-in' | 'add' | 'confirm'
  readonly session: SessionId | null
}

/** A challenge of ours that has not expired. It has to be redeemed in the transaction of its use. */
export interface Challenge {
  readonly hash: string
  readonly expiresAt: number
}

const RANDOM_BYTES = 16
const EXPIRY_BYTES = 6
const PREFIX_BYTES = RANDOM_BYTES + EXPIRY_BYTES
const SIGNATURE_BYTES = 32

/**
 * Challenges are signed and not stored, so a page that only offers passkeys writes nothing, and any node knows them.
 */
export class Challenges {
  readonly #key: Buffer

  /** @param secret of the installation, which all nodes share */
  constructor(secret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'passkey challenges', 32))
  }

  /** In base64url, as browsers return it. */
  create(use: ChallengeUse, now = Date.now()): string {
    const prefix = Buffer.concat([randomBytes(RANDOM_BYTES), Buffer.alloc(EXPIRY_BYTES)])
    prefix.writeUIntBE(now + CHALLENGE_SECONDS * 1_000, RANDOM_BYTES, EXPIRY_BYTES)
    return Buffer.concat([prefix, this.#sign(prefix, use)]).toString('base64url')
  }

  /** Null if it is not ours, for something else, or has expired. */
  check(text: string, use: ChallengeUse, now = Date.now()): Challenge | null {
    const bytes = Buffer.from(text, 'base64url')
    // Only in the form in which it was issued: another one would be redeemed a second time.
    if (bytes.length !== PREFIX_BYTES + SIGNATURE_BYTES || bytes.toString('base64url') !== text) return null
    const prefix = bytes.subarray(0, PREFIX_BYTES)
    if (!timingSafeEqual(bytes.subarray(PREFIX_BYTES), this.#sign(prefix, use))) return null
    const expiresAt = prefix.readUIntBE(RANDOM_BYTES, EXPIRY_BYTES)
    return expiresAt < now ? null : { hash: bytes.subarray(PREFIX_BYTES).toString('base64url'), expiresAt }
  }

  #sign(prefix: Buffer, { purpose, session }: ChallengeUse): Buffer {
    return createHmac('sha256', this.#key)
      .update(prefix)
      .update(`${purpose} ${session ?? ''}`)
      .digest()
  }
}
