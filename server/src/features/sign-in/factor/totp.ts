import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Time-based one-time passwords (RFC 6238), with what every authenticator app knows: SHA-1, six digits, 30 seconds. */

const STEP_MS = 30_000
const DIGITS = 6
/** Steps before and after the present one whose codes are right too, because clocks differ. */
const SKEW = 1
/** As RFC 4226 recommends: as long as the hash. */
const SECRET_BYTES = 20

export function createTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES)
}

export function stepAt(time: number): number {
  return Math.floor(time / STEP_MS)
}

export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 0xf
  const number = hash.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** @returns the time step of a right code; null for a wrong one */
export function findStep(secret: Buffer, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const present = stepAt(now)
  const steps = Array.from({ length: 2 * SKEW + 1 }, (_, index) => present - SKEW + index)
  const right = steps.filter((step) => timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code)))
  return right.at(-1) ?? null
}

/** What an authenticator app reads from a QR code. @param issuer who asks for the codes, to be shown */
export function otpauthAddress(secret: Buffer, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const query = new URLSearchParams({ secret: base32(secret), issuer, algorithm: 'SHA1', digits: '6', period: '30' })
  return `otpauth://totp/${label}?${query.toString().replaceAll('+', '%20')}`
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648, without padding. */
export function base32(bytes: Buffer): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{1,5}/g) ?? []).map((part) => ALPHABET[Number.parseInt(part.padEnd(5, '0'), 2)]).join('')
}
