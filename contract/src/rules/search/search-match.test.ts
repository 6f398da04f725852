import { createRandom } from '@quack/testing/random'
import { describe, expect, test } from 'vitest'
import { countWords, hasMedia, hasTag, hasWords, highlightsOf } from './search-match.ts'
import { parseSearch, type TextTerm } from './search-query.ts'

const termsOf = (query: string): TextTerm[] =>
  parseSearch(query).parts.flatMap((part) => (part.kind === 'words' ? [part.term] : []))
const finds = (query: string, content: string, alt = '') => hasWords({ content, alt }, termsOf(query))
/** The text with its highlights in brackets. */
function marked(query: string, text: string): string {
  let [shown, end] = ['', 0]
  for (const highlight of highlightsOf(text, termsOf(query))) {
    shown += `${text.slice(end, highlight.start)}[${text.slice(highlight.start, highlight.end)}]`
    end = highlight.end
  }
  return shown + text.slice(end)
}

describe('the match of a search', () => {
  test.for([
    ['duck', 'A DUCK!', true],
    ['duck', 'ducks', false],
    ['duck*', 'ducks', true],
    ['duck pond', 'a pond with a duck', true],
    ['"duck pond"', 'a pond with a duck', false],
    ['"duck pond"', 'duck, pond', true],
    ['"a duck du*"', 'a duck', false],
    ['duck -pond', 'duck', true],
    ['duck -pond', 'duck pond', false],
    ['-pond*', 'ponds', false],
    ['-"duck pond"', 'pond duck', true],
    ['cafe', 'Café', true],
    ['東京', '東京都', true],
    ['京都', '東京都', true],
    ['東都', '東京都', false],
    ['東', '大東京', true],
    ['都', '東京都', true],
    ['京', '東', false],
    ['カメラ', 'ｶﾒﾗ', true],
    ['น้ำ', 'น้ำใจ', true],
    ['🦆', 'a🦆', true],
    ['한국', '한국어'.normalize('NFD'), true],
  ] as const)('%s in %j: %s', ([query, text, isFound]) => {
    expect(finds(query, text)).toBe(isFound)
    expect(finds(query, '', text)).toBe(isFound)
  })

  test('words may be in the text or the description, a sequence is within one of them', () => {
    expect(finds('duck pond', 'duck', 'pond')).toBe(true)
    expect(finds('"duck pond"', 'duck', 'pond')).toBe(false)
    expect(finds('東京', '東', '京')).toBe(false)
    expect(finds('duck -pond', 'duck', 'pond')).toBe(false)
  })

  test.for([
    ['duck', 'Duck, ducks, DUCK', '[Duck], ducks, [DUCK]'],
    ['duck*', 'ducks', '[ducks]'],
    ['"a b"', 'a b, b a b', '[a b], b [a b]'],
    ['a b', 'a b', '[a] [b]'],
    ['"a b" a', 'a b', '[a b]'],
    ['-duck pond', 'duck pond', 'duck [pond]'],
    ['cafe', 'le cafe\u0301.', 'le [cafe\u0301].'],
    ['京', '東京都', '東[京]都'],
    ['東京 京都', '東京都', '[東京都]'],
    ['が', '猫か\u3099いる', '猫[か\u3099]いる'],
    ['が', 'ｶﾞか\u3099', 'ｶﾞ[か\u3099]'],
    ['ก็', 'ก็ดี', '[ก็]ดี'],
    ['น้ำ', 'น้ำใจ', '[น้ำ]ใจ'],
    ['👍', '👍🏽!', '[👍]🏽!'],
    ['株', '㍿', '[㍿]'],
    ['', 'duck', 'duck'],
  ] as const)('%s marks %j', ([query, text, expected]) => {
    expect(marked(query, text)).toBe(expected)
  })

  test('in a run without spaces, exactly what was searched for is marked', () => {
    const random = createRandom(7)
    const units = ['東', '京', '都', 'か\u3099', 'が', 'ｶﾞ', 'ก็']
    const folded = (unit: string) => unit.normalize('NFKC')
    for (let round = 0; round < 5_000; round++) {
      const run = Array.from({ length: 1 + random.int(10) }, () => random.pick(units))
      const from = random.int(run.length)
      const wanted = run.slice(from, from + 1 + random.int(4))
      const covered = run.map(() => false)
      for (let at = 0; at + wanted.length <= run.length; at++) {
        if (wanted.every((unit, index) => folded(unit) === folded(run[at + index] ?? ''))) {
          covered.fill(true, at, at + wanted.length)
        }
      }
      const expected = run.map((unit, index) => {
        const begin = covered[index] && !covered[index - 1] ? '[' : ''
        return begin + unit + (covered[index] && !covered[index + 1] ? ']' : '')
      })
      // Neighbours are one highlight, because their ends meet.
      expect(marked(wanted.join(''), run.join('')), `${wanted.join('')} in ${run.join('')}`).toBe(expected.join(''))
    }
  })

  test('any whole words of a text are found in it, and marked', () => {
    const random = createRandom(8)
    const words = [
      'duck',
      'Café',
      'ΟΔΌΣ',
      'ёлка',
      'שָׁלוֹם',
      'محمد',
      'हिन्दी',
      'น้ำใจ',
      '東京',
      'カメラ',
      '한국',
      '🦆',
      '👍🏽',
      'ﬁsh',
    ]
    for (let round = 0; round < 2_000; round++) {
      const text = Array.from({ length: 1 + random.int(8) }, () => random.pick(words))
      const from = random.int(text.length)
      const wanted = text.slice(from, from + 1 + random.int(3)).join(' ')
      const start = text.slice(0, from).join(' ').length + (from > 0 ? 1 : 0)
      const terms = termsOf(`"${wanted}"`)
      expect(hasWords({ content: text.join(' '), alt: '' }, terms), wanted).toBe(true)
      // The skin tone at its end is not part of it.
      const end = start + wanted.replace(/🏽$/u, '').length
      const isMarked = highlightsOf(text.join(' '), terms).some((each) => each.start <= start && each.end >= end)
      expect(isMarked, `${wanted} in ${text.join(' ')}`).toBe(true)
    }
  })

  test('words are counted', () => {
    expect(countWords('a bb a bb a', termsOf('a "a bb" bb*'))).toEqual({ counts: [3, 2, 2], length: 5 })
  })

  test('hashtags match in any spelling, and not as plain words', () => {
    expect(hasTag({ content: '#Straße', alt: '' }, 'strasse')).toBe(true)
    expect(hasTag({ content: 'strasse', alt: '#strasse' }, 'strasse')).toBe(false)
  })

  test('media and links are found', () => {
    expect(hasMedia('', 'image', 'picture')).toBe(true)
    expect(hasMedia('', 'video', 'picture')).toBe(false)
    expect(hasMedia('', 'video', 'video')).toBe(true)
    expect(hasMedia('', 'video poll', 'video')).toBe(true)
    expect(hasMedia('', ' poll', 'poll')).toBe(true)
    expect(hasMedia('poll', 'image', 'poll')).toBe(false)
    expect(hasMedia('see https://x.test', '', 'link')).toBe(true)
    expect(hasMedia('see WWW.x.test', '', 'link')).toBe(true)
    expect(hasMedia('https:// and awww.', '', 'link')).toBe(false)
  })
})
