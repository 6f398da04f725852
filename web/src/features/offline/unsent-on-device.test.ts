import { expect, test } from 'vitest'
import { nameUnsent } from './unsent-on-device.tsx'

test.each([
  [{ drafts: 1, waiting: 0 }, '1 draft'],
  [{ drafts: 2, waiting: 0 }, '2 drafts'],
  [{ drafts: 0, waiting: 1 }, '1 unsent change'],
  [{ drafts: 1, waiting: 3 }, '1 draft and 3 unsent changes'],
])('what was not sent is named: %o', (unsent, text) => {
  expect(nameUnsent(unsent)).toBe(text)
})
