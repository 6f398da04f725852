import { expect, it } from 'vitest'
import { isLong } from './post-text.tsx'

it('a usual post is not long', () => {
  expect(isLong('A morning swim.\n\nThe lake was like glass.')).toBe(false)
})

it('many lines or many words are long', () => {
  expect(isLong('line\n'.repeat(40))).toBe(true)
  expect(isLong('word '.repeat(900))).toBe(true)
})
