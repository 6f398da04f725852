import { expect, it } from 'vitest'
import { isLong } from './is-long.ts'

it('takes a usual post as it is', () => {
  expect(isLong('A morning swim.\n\nThe lake was like glass.')).toBe(false)
})

it('finds many lines and many words long', () => {
  expect(isLong('line\n'.repeat(40))).toBe(true)
  expect(isLong('word '.repeat(900))).toBe(true)
})
