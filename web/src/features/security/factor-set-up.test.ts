import encodeQR from 'qr'
import { expect, test } from 'vitest'
import { qrPath } from './factor-set-up.tsx'

test('each run of dark squares is one rectangle', () => {
  expect(
    qrPath([
      [true, true, false, true],
      [false, false, false, false],
      [false, true, true, true],
    ]),
  ).toBe('M0 0h2v1h-2zM3 0h1v1h-1zM1 2h3v1h-3z')
})

test('the rectangles of a real code cover as many squares as it has dark ones', () => {
  const rows = encodeQR('otpauth://totp/Quack:ada?secret=JBSWY3DPEHPK3PXP&issuer=Quack', 'raw', { border: 2 })
  const widths = [...qrPath(rows).matchAll(/h(\d+)v/g)].map(([, width]) => Number(width))
  expect(widths.reduce((sum, width) => sum + width, 0)).toBe(rows.flat().filter(Boolean).length)
})
