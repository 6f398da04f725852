import { describe, expect, it } from 'vitest'
import { splitDirections, splitNames } from './split-directions.ts'
import type { TextPart } from './split-links.ts'

/** Parts of a text; what is in brackets is a link. */
function partsOf(marked: string): TextPart[] {
  const pieces = marked.split(/(\[[^\]]*\])/).filter((piece) => piece !== '')
  let at = 0
  return pieces.map((piece) => {
    const isLink = piece.startsWith('[')
    const text = isLink ? piece.slice(1, -1) : piece
    const part = { text, at, ...(isLink && { to: '/' }) }
    at += text.length
    return part
  })
}

const blocks = (marked: string) =>
  splitDirections(partsOf(marked))?.map(({ dir, parts }) => [dir, parts.map(({ text }) => text).join('')])

describe('the paragraphs of a text', () => {
  it('are not told apart if nothing is written from right to left', () => {
    expect(blocks('one\n[@ann] two\n鸭子 é')).toBeUndefined()
    expect(blocks('')).toBeUndefined()
  })

  it('have the direction of their first letter outside links', () => {
    expect(blocks('[@ann] שלום hello\nhello שלום\n12 مرحبا')).toEqual([
      ['rtl', '@ann שלום hello\n'],
      ['ltr', 'hello שלום\n'],
      ['rtl', '12 مرحبا'],
    ])
    expect(blocks('\u200ehello ש\n\u200fשלום')).toEqual([
      ['ltr', '\u200ehello ש\n'],
      ['rtl', '\u200fשלום'],
    ])
  })

  it('of links alone have the direction of the letters in them', () => {
    expect(blocks('hello\n[#duck] [#ברווז]\n[#duck]')).toEqual([
      ['ltr', 'hello\n'],
      ['rtl', '#duck #ברווז\n#duck'],
    ])
  })

  it('have names apart that are no links, with the sign before them', () => {
    const [block] = splitDirections(partsOf('@ann שלום @bob!')) ?? []
    expect(block).toEqual({
      at: 0,
      dir: 'rtl',
      parts: [
        { text: '@ann', at: 0, isName: true },
        { text: ' שלום ', at: 4 },
        { text: '@bob', at: 10, isName: true },
        { text: '!', at: 14 },
      ],
    })
    expect(splitNames(partsOf('@ann and @bob'))).toEqual(partsOf('@ann and @bob'))
  })

  it('without letters have the direction of the one before, and at the start of the one after', () => {
    expect(blocks('12\n\n[@ann]\nשלום\n\n🦆\nhello\n')).toEqual([
      ['rtl', '12\n\n@ann\nשלום\n\n🦆\n'],
      ['ltr', 'hello\n'],
    ])
  })

  it('of the same direction are one block', () => {
    expect(splitDirections(partsOf('א\nב [@ann]\n\nג'))).toEqual([
      {
        at: 0,
        dir: 'rtl',
        parts: [
          { text: 'א\nב ', at: 0 },
          { text: '@ann', at: 4, to: '/' },
          { text: '\n\nג', at: 8 },
        ],
      },
    ])
  })

  it('together are the text, each part at its offset', () => {
    const parts = partsOf('a\n\n[#ב]\nb[c]\n')
    const split = splitDirections(parts)?.flatMap((block) => block.parts) ?? []
    expect(split.map(({ text }) => text).join('')).toBe('a\n\n#ב\nbc\n')
    for (const { text, at } of split) expect('a\n\n#ב\nbc\n'.slice(at, at + text.length)).toBe(text)
  })
})
