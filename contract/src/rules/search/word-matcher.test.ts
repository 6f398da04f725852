import { createRandom } from '@quack/testing/random'
import { describe, expect, test } from 'vitest'
import { tokensOf } from './tokens.ts'
import { createWordMatcher, phraseKey, wordsOf } from './word-matcher.ts'

const find = (phrases: readonly string[], text: string) =>
  createWordMatcher(phrases.map((phrase) => ({ phrase })))(text)?.phrase ?? null

describe('the matcher of muted words', () => {
  test.for([
    ['cat', 'The cat sat.', true],
    ['cat', 'A CAT!', true],
    ['cat', '#cat', true],
    ['cat', 'cats concatenate', false],
    ['cat', 'cat_food', true],
    ['two words', 'here are two\nwords.', true],
    ['two words', 'two other words', false],
    ["don't", "I don’t know, I don't", true],
    ['Ärger', 'So viel ÄRGER', true],
    ['Ärger', 'Verärgert', false],
    ['straße', 'Die STRASSE', true],
    ['οδός', 'ΟΔΟΣ', true],
    ['lodz', 'Łódź', true],
    ['é', 'e\u0301', true],
    ['ﬁsh', 'fish', true],
    ['ΟΔΟΣ', 'οδος', true],
    ['猫', '黒い猫です', true],
    ['黒猫', '黒い猫です', false],
    ['東京', '東京都', true],
    ['สวัสดี', 'พูดสวัสดีครับ', true],
    ['кот', 'Кот сидит', true],
    ['кот', 'которая', false],
    ['spoiler', 'spo\u200biler', true],
    ['🦆', 'a 🦆', true],
    ['😀', '😀😀', true],
    ['❤️', 'I ❤ you', true],
    ['❤', 'I ❤️ you', true],
    ['❤️', '☀️ ⚠️ 🏳️‍🌈', false],
    ['🏳️‍🌈', 'a 🏳️‍🌈!', true],
    ['👍', '👍🏽', true],
    ['👍🏽', '👍', true],
    ['🇩🇪', 'a 🇫🇷🇩🇪', true],
    ['🇩🇪', '🇫🇷', false],
    ['서울', '서울에서', true],
    ['東京', '東の京', false],
    ['京都', '東京都の', true],
    ['#cat', 'a #CAT', true],
    ['＃cat', '#cat', true],
    ['#cat', 'a cat', false],
    ['#cat', '#cats', false],
    ['#cat', '`#cat` http://x.test/#cat', false],
    ['#straße', '#STRASSE', true],
    ['#cat food', 'cat food', true],
    ['#9', 'on 9', true],
    ['', 'anything', false],
    ['?!', '?!', false],
  ] as const)('%s in %j: %s', ([phrase, text, isFound]) => {
    expect(find([phrase], text)).toBe(isFound ? phrase : null)
  })

  test('cuts a text into the tokens of search, a pair of characters into its first one', () => {
    const random = createRandom(5)
    for (let round = 0; round < 5_000; round++) {
      // Half of the texts are of the scripts that are folded as a whole.
      const units =
        round % 2 === 0 ? UNITS : UNITS.filter((unit) => /^[\p{Script=Latin}\p{Script=Common}]$/u.test(unit))
      const text = Array.from({ length: random.int(12) }, () => random.pick(units)).join('')
      const tokens = tokensOf(text.replace(/\p{Cf}/gu, ''))
      const words = tokens.map(({ text: token, middle }, index) => {
        // What the next pair begins with ends this one.
        const rest = tokens[index + 1]?.text ?? ''
        const overlap = [...token].findIndex((_, at) => at > 0 && rest.startsWith([...token].slice(at).join('')))
        return middle === undefined ? token : [...token].slice(0, overlap).join('')
      })
      expect(wordsOf(text), JSON.stringify(text)).toEqual(words)
    }
  })

  test('finds words first, and tells apart what matches the same', () => {
    expect(find(['#cat', 'dog'], '#cat and dog')).toBe('dog')
    expect(find(['#dog', '#cat'], '#cat and #dog')).toBe('#cat')
    expect(phraseKey(' #Cat')).toBe(phraseKey('＃CAT'))
    expect(phraseKey('#cat')).not.toBe(phraseKey('cat'))
    expect(phraseKey('Two  WORDS!')).toBe(phraseKey('two words'))
    expect(['', '#', '?!'].map(phraseKey)).toEqual(['', '', ''])
  })

  test('finds phrases that begin within others', () => {
    expect(find(['a b c d', 'b c'], 'a b c x')).toBe('b c')
    expect(find(['a a b'], 'a a a b')).toBe('a a b')
    expect(find(['x y', 'y'], 'x y')).toBe('x y')
    expect(find(['z', 'y'], 'x y z')).toBe('y')
  })

  test('agrees with a search for each phrase at each word', () => {
    let seed = 1
    const next = (limit: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % limit
    }
    const words = (count: number) => Array.from({ length: count }, () => 'abc'[next(3)])
    for (let round = 0; round < 300; round++) {
      const phrases = Array.from({ length: 4 }, () => words(1 + next(5)).join(' '))
      const text = words(12)
      const isThere = phrases.some((phrase) => ` ${text.join(' ')} `.includes(` ${phrase} `))
      expect(find(phrases, text.join(' ')) !== null).toBe(isThere)
    }
  })

  test('takes steps in proportion to the text, whatever the phrases are', () => {
    const phrases = Array.from({ length: 100 }, (_, index) => ({ phrase: `${'a '.repeat(49)}b${index}` }))
    const matcher = createWordMatcher(phrases)
    let steps = 0
    const get = Map.prototype.get
    Map.prototype.get = function (key) {
      steps++
      return get.call(this, key)
    }
    try {
      matcher('a '.repeat(2_500))
    } finally {
      Map.prototype.get = get
    }
    expect(wordsOf('a '.repeat(2_500))).toHaveLength(2_500)
    expect(steps).toBeLessThan(3 * 2_500)
  })
})

/** Characters of many scripts, emoji, and what separates them. */
const UNITS = [
  ...[
    'a',
    'Z',
    '7',
    'é',
    'ß',
    'Ǆ',
    'ﬁ',
    'ı',
    'İ',
    'ắ',
    'ŉ',
    'ł',
    'Σ',
    'ς',
    'ΐ',
    'ᾳ',
    'й',
    'Ё',
    'שׁ',
    'أ',
    'ﻻ',
    'हि',
    'ก็',
    'น้ำ',
  ],
  ...[
    '東',
    '京',
    '㍿',
    'か',
    'が',
    'ガ',
    'ｶﾞ',
    'ー',
    '한',
    '국',
    'ㅋ',
    '🦆',
    '👍🏽',
    '👩‍💻',
    '❤️',
    '🇩🇪',
    'ﷺ',
    '⑴',
    'Ａ',
    '２',
    '½',
  ],
  ...[' ', ' ', ' ', '-', '_', '.', "'", '、', '。', '·', '\u200b', '\u00ad'],
]
