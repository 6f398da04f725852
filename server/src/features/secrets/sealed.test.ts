import { describe, expect, test } from 'vitest'
import { createSeal } from './sealed.ts'

const SECRET = 'a secret of at least 32 characters'
const codes = createSeal(SECRET, 'codes')

describe('a sealed text', () => {
  test.each(['', 'JBSWY3DPEHPK3PXP', 'Grüße 🦆\r\n'.repeat(5_000)])('opens again', (text) => {
    const sealed = codes.seal(text, 7)
    expect(sealed).not.toContain('JBSW')
    expect(createSeal(SECRET, 'codes').open(sealed, 7)).toBe(text)
  })

  test('looks different each time', () => {
    expect(codes.seal('same', 7)).not.toBe(codes.seal('same', 7))
  })

  test('does not open with another secret, for another purpose, for another owner, or changed', () => {
    const sealed = codes.seal('JBSWY3DPEHPK3PXP', 7)
    expect(createSeal('another secret of this installation', 'codes').open(sealed, 7)).toBeNull()
    expect(createSeal(SECRET, 'mails').open(sealed, 7)).toBeNull()
    expect(codes.open(sealed, 8)).toBeNull()
    const bytes = Buffer.from(sealed, 'base64url')
    for (const index of bytes.keys()) {
      const changed = Buffer.from(bytes)
      changed[index] = (changed[index] ?? 0) ^ 1
      expect(codes.open(changed.toString('base64url'), 7)).toBeNull()
    }
    for (const broken of ['', 'x', sealed.slice(0, -4), sealed.slice(4)]) expect(codes.open(broken, 7)).toBeNull()
  })
})
