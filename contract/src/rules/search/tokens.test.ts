import { createRandom, type Random } from '@quack/testing/random'
import { describe, expect, test } from 'vitest'
import { tokensOf } from './tokens.ts'

const textsOf = (text: string) => tokensOf(text).map((token) => token.text)

describe('tokens', () => {
  test.for([
    ['Latin', "Don't PANIC, 42!", 'don t panic 42'],
    ['diacritics', 'Čeština, Ångström, garçon', 'cestina angstrom garcon'],
    ['letters for several', 'Straße STRASSE ﬁsh Æther', 'strasse strasse fish aether'],
    [
      'strokes and hooks',
      'Łódź đường BRØD Ħal ŧ Ǿ œuvre Þórr ísafjörður ĳ ŋ',
      'lodz duong brod hal t o oeuvre thorr isafjordur ij n',
    ],
    ['Turkish', 'İstanbul ISPARTA ısparta', 'istanbul isparta isparta'],
    ['Greek', 'Ὀδυσσεύς ΟΔΥΣΣΕΥΣ', 'οδυσσευσ οδυσσευσ'],
    ['Cyrillic', 'Ёлка, ещё', 'елка еще'],
    ['Hebrew', 'שָׁלוֹם שלום', 'שלום שלום'],
    ['Arabic', 'مُحَمَّد محـــمد أحمد', 'محمد محمد احمد'],
    ['Devanagari', 'हिन्दी में', 'हिन्दी में'],
    ['Thai', 'น้ำใจ', 'น้ํา าใ ใจ จ'],
    ['Han', '東京都', '東京 京都 都'],
    ['kana', 'カメラを', 'カメ メラ ラを を'],
    ['half-width kana', 'ｶﾞｷﾞ ガギ', 'ガギ ギ ガギ ギ'],
    ['a voice mark of its own', 'カﾞ', 'ガ'],
    ['Hangul', '한국어', '한국 국어 어'],
    ['Hangul jamo', '한국어'.normalize('NFD'), '한국 국어 어'],
    ['a syllable and a jamo', '가\u11a8나', '각나 나'],
    ['full width', 'Ｄｕｃｋ ７', 'duck 7'],
    ['several scripts', 'iPhone用ケースcase', 'iphone 用ケ ケー ース ス case'],
    ['emoji', 'a🦆b 🦆🦆 ❤️ ❤', 'a 🦆 b 🦆 🦆 ❤ ❤'],
    ['skin tones', '👍🏽👍', '👍 👍'],
    ['joined emoji', '👩‍💻', '👩 💻'],
    ['flags', 'a🇩🇪🇫🇷b 🇩', 'a 🇩🇪 🇫🇷 b'],
    ['invisible characters', 'spo\u200bil\u00ader', 'spoiler'],
    ['joiners within words', 'نمی‌خواهم', 'نمیخواهم'],
    ['characters with punctuation', '⑴ ㈠ ㏂', '1 一 a m'],
    ['punctuation alone', '… ?! — _', ''],
    ['nothing', '', ''],
  ] as const)('%s: %s', ([, text, expected]) => {
    expect(textsOf(text).join(' ')).toBe(expected)
  })

  test('a long word is cut, and not within a character', () => {
    expect(textsOf('a'.repeat(100))).toEqual(['a'.repeat(60)])
    expect(textsOf(`${'a'.repeat(59)}𐐨𐐨`)).toEqual(['a'.repeat(59)])
  })

  test('other forms of a text have the same tokens', () => {
    const random = createRandom(3)
    for (let round = 0; round < 3_000; round++) {
      const text = randomText(random, 12)
      const expected = textsOf(text)
      for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const) {
        expect(textsOf(text.normalize(form)), `${form} of ${JSON.stringify(text)}`).toEqual(expected)
      }
      expect(textsOf(text.toUpperCase()), `upper case of ${JSON.stringify(text)}`).toEqual(expected)
      expect(textsOf(text.toLowerCase()), `lower case of ${JSON.stringify(text)}`).toEqual(expected)
    }
  })

  test('ASCII is cut like all other texts', () => {
    const random = createRandom(4)
    for (let round = 0; round < 1_000; round++) {
      const text = Array.from({ length: random.int(20) }, () => String.fromCharCode(random.int(128))).join('')
      expect(textsOf(`${text} é`), JSON.stringify(text)).toEqual([...textsOf(text), 'e'])
    }
  })

  test('tokens are where their characters are, in order', () => {
    const random = createRandom(5)
    for (let round = 0; round < 3_000; round++) {
      const text = randomText(random, 12)
      let start = 0
      for (const token of tokensOf(text)) {
        const { middle = token.end } = token
        expect(token.start).toBeGreaterThanOrEqual(start)
        expect(token.start).toBeLessThan(middle)
        expect(middle).toBeLessThanOrEqual(token.end)
        expect(text.slice(token.start, token.end)).toMatch(/^\P{M}/u)
        expect(text.slice(token.end)).not.toMatch(/^\p{M}/u)
        expect(text.slice(middle)).not.toMatch(/^\p{M}/u)
        start = token.start
      }
    }
  })

  test('the tokens of a text grow with its length, in any text', () => {
    const worst = [
      'a',
      'a ',
      'é',
      'e\u0301',
      '\u0301',
      'カ\u3099',
      'ｶﾞ',
      '가',
      '\u1100',
      '\u1161',
      '\u11a8',
      'ก็',
      'ำ',
      'ﷺ',
      '㍿',
    ]
    for (const part of [...worst, '🦆', '👩‍', '\u200b', 'a\u0301'.repeat(2), '-', '#', '\ud800']) {
      const [small, large] = [500, 5_000].map((count) => {
        const tokens = tokensOf(part.repeat(count))
        return tokens.length + tokens.reduce((sum, { text }) => sum + text.length, 0)
      })
      expect(large, part).toBeLessThanOrEqual(10 * (small ?? 0) + 60)
      // In a time that grows with the square of the length this would take minutes.
      expect(tokensOf(part.repeat(30_000)).length, part).toBeLessThan(30_000 * 40)
    }
  })
})

/** Clusters of characters in twelve scripts and of emoji, and what separates them. */
const UNITS = [
  ...['a', 'Z', '7', 'é', 'ß', 'Ǆ', 'ﬁ', 'ı', 'İ', 'ắ', 'ŉ', 'Σ', 'ς', 'ΐ', 'ᾳ', 'й', 'Ё', 'ש', 'שׁ', 'أ', 'ﻻ', 'مُ'],
  ...[
    'हि',
    'न्',
    'क़',
    'ก็',
    'น้ำ',
    'ทำ',
    'ลำ',
    '東',
    '京',
    '㍿',
    '神',
    'か',
    'が',
    'ガ',
    'ｶﾞ',
    'ﾊﾟ',
    'ー',
    '한',
    '국',
    '가',
    '각',
    'ㅋ',
  ],
  ...['🦆', '👍🏽', '👩‍💻', '❤️', 'ﷺ', '⑴', 'Ａ', '２', 'ა', 'ա', 'և'],
  ...[' ', ' ', ' ', '-', '_', '\u200b', '\u00ad', '、', '·'],
]
const randomText = (random: Random, length: number) =>
  Array.from({ length: random.int(length) }, () => random.pick(UNITS)).join('')
