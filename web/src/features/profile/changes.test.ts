import { expect, test } from 'vitest'
import { changes } from './use-edit-profile.ts'

test('only changed fields are returned', () => {
  const known = { bio: 'a', website: '', fields: [{ name: 'x' }] }
  expect(changes(known, { ...known, bio: 'b', fields: [{ name: 'x' }] })).toEqual({ bio: 'b' })
  expect(changes(known, { ...known, fields: [] })).toEqual({ fields: [] })
})
