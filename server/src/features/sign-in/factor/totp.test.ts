import { describe, expect, test } from 'vitest'
import { base32, findStep, otpauthAddress, stepAt, totpCode } from './totp.ts'

/** RFC 6238, appendix B, of which the codes here are the last six digits. */
const SECRET = Buffer.from('12345678901234567890')
const VECTORS: readonly (readonly [number, string])[] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
]

describe('a time-based code', () => {
  test.for(VECTORS)('at %i s is that of the RFC', ([seconds, code]) => {
    expect(totpCode(SECRET, stepAt(seconds * 1_000))).toBe(code)
  })

  test('is right in the step before and after its own, and in no other', () => {
    const [seconds, code] = VECTORS[3] ?? [0, '']
    const shifted = [-60, -30, 0, 30, 60].map((shift) => findStep(SECRET, code, (seconds + shift) * 1_000))
    const step = stepAt(seconds * 1_000)
    expect(shifted).toEqual([null, step, step, step, null])
  })

  test.for(['', '00592', '0059244', '00592a', '005 24'])('is not %j', (code) => {
    expect(findStep(SECRET, code, 1_234_567_890_000)).toBeNull()
  })
})

test('a secret is typed in base32 (RFC 4648)', () => {
  expect(['f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => base32(Buffer.from(text)))).toEqual([
    'MY',
    'MZXQ',
    'MZXW6',
    'MZXW6YQ',
    'MZXW6YTB',
    'MZXW6YTBOI',
  ])
})

test('the address for the app names the installation and the member', () => {
  expect(otpauthAddress(SECRET, { issuer: 'my pond:8', account: 'ann' })).toBe(
    'otpauth://totp/my%20pond%3A8:ann?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=my%20pond%3A8&algorithm=SHA1&digits=6&period=30',
  )
})
