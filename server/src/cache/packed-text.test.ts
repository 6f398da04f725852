import { expect, test } from 'vitest'
import { PackedText } from './packed-text.ts'

test('a packed text is the same again, with any bytes, and shorter if it repeats itself', () => {
  const bytes = String.fromCharCode(...Array.from({ length: 256 }, (_, code) => code))
  for (const text of ['', 'a', 'b'.repeat(62), bytes, bytes.repeat(1_000)])
    expect(new PackedText(text).unpack()).toBe(text)
  expect(new PackedText(bytes.repeat(1_000)).bytes).toBeLessThan(20_000)
})
