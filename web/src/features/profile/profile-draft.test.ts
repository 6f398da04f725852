import { expect, test } from 'vitest'
import { parseProfileDraft } from './profile-draft.ts'

test('a draft comes back', () => {
  const draft = { bio: 'Quack', website: '', avatarURL: '/avatars/duck-1.webp' }
  expect(parseProfileDraft(JSON.stringify(draft))).toEqual(draft)
})

test.each([null, 'null', '[]', '{"bio":1,"website":"","avatarURL":""}'])('%s is no draft', (text) => {
  expect(parseProfileDraft(text)).toBeNull()
})
