import { stepAt, totpCode } from '../src/features/sign-in/factor/totp.ts'
import type { TestMember } from './members.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** What an authenticator app shows for a secret in base32. @param later how many steps of 30 seconds from now */
export function codeOf(secret: string, later = 0): string {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  return totpCode(Buffer.from(bytes), stepAt(Date.now()) + later)
}

export interface Factor {
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

/** Turns the second factor of a member on. Codes from the next step on work. */
export async function enableFactor(member: TestMember): Promise<Factor> {
  const { secret } = await member.call('POST /api/account/second-factor/setup')
  const body = { code: codeOf(secret) }
  const { recoveryCodes } = await member.call('POST /api/account/second-factor/enable', { body })
  return { secret, recoveryCodes }
}
