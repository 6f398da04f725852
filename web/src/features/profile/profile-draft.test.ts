import { expect, test } from 'vitest'
import { parseProfileDraft } from './profile-draft.ts'

test('a draft is read as it was stored', () => {
  const draft = { bio: 'Quack', website: '', avatarURL: '/avatars/duck-1.webp' }
  expect(parseProfileDraft(JSON.stringify(draft))).toEqual(draft)
  const whole = { ...draft, pronouns: 'she/her', headerURL: '', fields: [{ id: 'a', name: 'Pond', value: '' }] }
  expect(parseProfileDraft(JSON.stringify(whole))).toEqual(whole)
  expect(parseProfileDraft(JSON.stringify({ ...whole, pronouns: 7, headerURL: null, fields: [null] }))).toEqual(draft)
})

test.each([null, 'null', '[]', '{"bio":1,"website":"","avatarURL":""}'])('%s is not a draft', (text) => {
  expect(parseProfileDraft(text)).toBeNull()
})
