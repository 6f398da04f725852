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

  it('leaves the punctuation of the sentence outside', () => {
    expect(links('Look: https://a.example/b. And (https://c.example/d)!')).toEqual([
      'https://a.example/b',
      'https://c.example/d',
    ])
  })

  it('keeps brackets that an address opened', () => {
    expect(links('https://w.example/Duck_(bird) swims')).toEqual(['https://w.example/Duck_(bird)'])
  })

  it('links http and https only', () => {
    expect(links('javascript:alert(1) ftp://a.example data:text/html,x www.a.example https:// nothing')).toEqual([])
  })

  it('gives no parts for no text', () => {
    expect(splitLinks('')).toEqual([])
  })
})
