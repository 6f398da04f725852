import { describe, expect, it } from 'vitest'
import { splitLinks } from './split-links.ts'

function links(text: string): string[] {
  return splitLinks(text).flatMap((part) => part.href ?? [])
}

describe('splitting a text into links', () => {
  it('keeps every character, in order', () => {
    const text = 'See https://quack.example/a?b=1#c, or (http://x.example/y). Bye\nnow'
    expect(
      splitLinks(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  })

  it('excludes the punctuation of the sentence', () => {
    expect(links('Look: https://a.example/b. And (https://c.example/d)!')).toEqual([
      'https://a.example/b',
      'https://c.example/d',
    ])
  })

  it('includes closing brackets that were opened in the URL', () => {
    expect(links('https://w.example/Duck_(bird) swims')).toEqual(['https://w.example/Duck_(bird)'])
  })

  it('links http and https only', () => {
    expect(links('javascript:alert(1) ftp://a.example data:text/html,x www.a.example https:// nothing')).toEqual([])
  })

  it('takes linear time for an address that goes on with punctuation or brackets', () => {
    for (const mark of [')', '.', '](', '!)']) {
      // Quadratic work on so many characters takes hours.
      expect(splitLinks(`https://example.com/${mark.repeat(1_000_000)} end`)).toHaveLength(2)
    }
  })

  it('returns no parts for an empty text', () => {
    expect(splitLinks('')).toEqual([])
  })
})
