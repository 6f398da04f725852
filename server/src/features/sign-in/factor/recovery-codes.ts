import { createHash, randomBytes } from 'node:crypto'
import { RECOVERY_CODES } from '@quack/contract/rules/limits'
import { base32 } from './totp.ts'

/** 80 random bits each, so that a fast hash is enough. */
const CODE_BYTES = 10

/** In groups of four, as they are shown: `abcd-efgh-ijkl-mnop`. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const code = base32(randomBytes(CODE_BYTES)).toLowerCase()
    return (code.match(/.{4}/g) ?? []).join('-')
  })
}

/** What was typed as a code, without what people add or leave out. */
export function normalizeCode(text: string): string {
  return text.replace(/[\s-]/g, '').toLowerCase()
}

/** @param code as it was shown or typed */
export function hashRecoveryCode(code: string): string {
  return createHash('sha256').update(normalizeCode(code)).digest('base64url')
}
