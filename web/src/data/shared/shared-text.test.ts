import { describe, expect, it } from 'vitest'
import { appended, textOf } from './take-shared.ts'

const NOTHING = { title: '', text: '', url: '' }
const URL = 'https://ponds.example/7'

describe('what is shared', () => {
  it.each([
    ['all three', { title: 'Ponds', text: 'Ducks at noon', url: URL }, `Ponds\nDucks at noon\n${URL}`],
    ['nothing', NOTHING, ''],
    ['only an address', { ...NOTHING, url: URL }, URL],
    ['an address that is also in the text', { title: '', text: `Look: ${URL}`, url: URL }, `Look: ${URL}`],
    ['a title that begins the text', { title: 'Ponds', text: 'Ponds and lakes', url: '' }, 'Ponds and lakes'],
    ['the same three times', { title: URL, text: URL, url: URL }, URL],
    ['spaces and a NUL', { title: ' ', text: '\0 Ducks ', url: '' }, 'Ducks'],
  ])('is one text: %s', (_, parts, text) => expect(textOf(parts)).toBe(text))

  it.each([
    ['', 'Ducks', 'Ducks'],
    ['  \n', 'Ducks', 'Ducks'],
    ['Begun \n', 'Ducks', 'Begun\n\nDucks'],
    ['Begun ', '', 'Begun '],
  ])('follows the text of a draft: %j and %j', (content, shared, result) =>
    expect(appended(content, shared)).toBe(result),
  )
})
