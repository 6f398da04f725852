import { expect, it } from 'vitest'
import { EMOJI } from './emoji-picker.tsx'

it('offers 23 different emoji', () => {
  expect(new Set(EMOJI.map(({ text }) => text)).size).toBe(23)
  expect(EMOJI).toHaveLength(23)
})
