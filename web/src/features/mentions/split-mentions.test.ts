import { describe, expect, it } from 'vitest'
import { splitMentions } from './split-mentions.ts'

function links(text: string, mentions?: readonly string[]): [string, string][] {
  return splitMentions(text, mentions).flatMap((part) =>
    part.username === undefined ? [] : [[part.text, part.username] as [string, string]],
  )
}

describe('splitting a text into mentions', () => {
  it('keeps every character, in order, each part at its offset', () => {
    const text = 'Hi @ann.b, #tag and @bob\n@ann! `@ann` https://x.example/@ann'
    const parts = splitMentions(text, ['ann', 'bob'])
    expect(parts.map((part) => part.text).join('')).toBe(text)
    for (const { text: own, at } of parts) expect(text.slice(at, at + own.length)).toBe(own)
  })

  it('links only members whom the server names', () => {
    expect(links('@ann and @bob', ['bob'])).toEqual([['@bob', 'bob']])
    expect(links('@ann and @bob')).toEqual([])
    expect(links('@ann', [])).toEqual([])
  })

  it('links the longest name that is named, and leaves the rest as text', () => {
    expect(links('@ann.lee.', ['ann', 'ann.lee'])).toEqual([['@ann.lee', 'ann.lee']])
    expect(splitMentions('@ann.lee', ['ann'])).toEqual([
      { text: '@ann', username: 'ann', at: 0 },
      { text: '.lee', at: 4 },
    ])
  })

  it('ignores case, keeps the text as typed, and links the name as the server writes it', () => {
    expect(links('@ANN', ['Ann'])).toEqual([['@ANN', 'Ann']])
  })

  it('links nothing in code and URLs, and no hashtags', () => {
    expect(links('`@ann` https://x.example/@ann #ann ann@ann.example', ['ann'])).toEqual([])
  })

  it('returns no parts for an empty text', () => {
    expect(splitMentions('')).toEqual([])
    expect(splitMentions('', ['ann'])).toEqual([])
  })
})
