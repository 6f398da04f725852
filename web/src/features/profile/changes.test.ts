import { expect, test } from 'vitest'
import { changes } from './changes.ts'

test('only changed fields are returned', () => {
  expect(changes({ bio: 'a', website: '', avatarURL: 'x' }, { bio: 'b', website: '', avatarURL: 'x' })).toEqual({
    bio: 'b',
  })
})
