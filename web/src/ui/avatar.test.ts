import { expect, test } from 'vitest'
import { initials } from './avatar.tsx'

test.each([
  ['Ada King Lovelace', 'AL'],
  ['  ada ', 'A'],
  ['', ''],
  ['🦆 Duck', '🦆D'],
])('%j gives %j', (name, letters) => {
  expect(initials(name)).toBe(letters)
})
