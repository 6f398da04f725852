import { expect, test } from 'vitest'
import { attemptKey, clearDraft, type Draft, updateDraft } from './drafts.ts'

const DRAFT: Draft = { content: 'Look', media: { url: '/media/1.jpg', type: 'image' }, alt: 'A duck' }

test.each<[string, Partial<Draft>]>([
  ['text', { content: 'Look here' }],
  ['picture', { media: { url: '/media/2.jpg', type: 'image' } }],
  ['description', { alt: 'Two ducks' }],
  ['rule for comments', { whoMayComment: 'nobody' }],
])('the same is sent again with the same key, and with another %s it is another post', (_, change) => {
  updateDraft('new', DRAFT)
  const key = attemptKey('new', DRAFT)
  expect(attemptKey('new', DRAFT)).toBe(key)
  expect(attemptKey('new', { ...DRAFT, ...change })).not.toBe(key)
  clearDraft('new')
})
