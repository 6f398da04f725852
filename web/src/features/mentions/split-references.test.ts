import { describe, expect, it } from 'vitest'
import { splitReferences } from './split-references.ts'

function links(text: string, mentions?: readonly string[]): [string, string][] {
  return splitReferences(text, mentions).flatMap(({ text, to }) =>
    to === undefined ? [] : [[text, to] as [string, string]],
  )
}

describe('splitting a text into references', () => {
  it('keeps every character, in order, each part at its offset', () => {
    const text = 'Hi @ann.b, #tag and @bob\nhttps://x.example/#y @ann! `@ann` https://x.example/@ann.'
    const parts = splitReferences(text, ['ann', 'bob'])
    expect(parts.map((part) => part.text).join('')).toBe(text)
    for (const { text: own, at } of parts) expect(text.slice(at, at + own.length)).toBe(own)
  })

  it('links only members whom the server names', () => {
    expect(links('@ann and @bob', ['bob'])).toEqual([['@bob', '/profile/bob']])
    expect(links('@ann and @bob')).toEqual([])
    expect(links('@ann', [])).toEqual([])
  })

  it('links the longest name that is named, and leaves the rest as text', () => {
    expect(links('@ann.lee.', ['ann', 'ann.lee'])).toEqual([['@ann.lee', '/profile/ann.lee']])
    expect(splitReferences('@ann.lee', ['ann'])).toEqual([
      { text: '@ann', to: '/profile/ann', at: 0 },
      { text: '.lee', at: 4 },
    ])
  })

  it('ignores case, keeps the text as typed, and links the name as the server writes it', () => {
    expect(links('@ANN', ['Ann'])).toEqual([['@ANN', '/profile/Ann']])
  })

  it('links hashtags as typed, each way of writing a tag to the same address', () => {
    expect(links('#Duck and ＃DUCK, but #2026')).toEqual([
      ['#Duck', '/tag/duck'],
      ['＃DUCK', '/tag/duck'],
    ])
    expect(links('#Straße #בוקר', ['ann'])).toEqual([
      ['#Straße', '/tag/strasse'],
      ['#בוקר', `/tag/${encodeURIComponent('בוקר')}`],
    ])
  })

  it('links URLs beside mentions and hashtags', () => {
    expect(splitReferences('https://x.example/#a, #b @ann', ['ann'])).toEqual([
      { text: 'https://x.example/#a', href: 'https://x.example/#a', at: 0 },
      { text: ', ', at: 20 },
      { text: '#b', to: '/tag/b', at: 22 },
      { text: ' ', at: 24 },
      { text: '@ann', to: '/profile/ann', at: 25 },
    ])
  })

  it('links no member and no hashtag in code and URLs', () => {
    expect(links('`@ann #duck` https://x.example/@ann#duck ann@ann.example', ['ann'])).toEqual([])
  })

  it('returns no parts for an empty text', () => {
    expect(splitReferences('')).toEqual([])
    expect(splitReferences('', ['ann'])).toEqual([])
  })
})
