import { describe, expect, test } from 'vitest'
import { TAGS_MAX } from './limits.ts'
import { isTag, mentionsIn, partsOf, TAG_LENGTH_MAX, tagKey, tagsIn } from './references.ts'

const found = (text: string) => partsOf(text).flatMap((part) => (part.kind === 'plain' ? [] : [part.text]))

describe('mentions', () => {
  test.for([
    ['@ada', ['@ada']],
    ['Hello @Ada_99, and (@bob)!', ['@Ada_99', '@bob']],
    ['@ada.', ['@ada']],
    ['@ada... @bob-', ['@ada', '@bob']],
    ['@ada.l', ['@ada.l']],
    ['.@ada', ['@ada']],
    ['to:@ada', ['@ada']],
    ['mail ada@pond.example', []],
    ['é@ada, я@ada, 9@ada, e\u0301@ada', []],
    ['鸭@ada、感谢@bobさん。カナ@eveに', ['@ada', '@bob', '@eve']],
    ['고마워@ada님이 ขอบคุณ@bobครับ', ['@ada', '@bob']],
    ['＠ada @＠bob', ['＠ada']],
    ['\u3164@ada\u3164 ❤\ufe0f@bob', ['@ada', '@bob']],
    ['Hello ＠ada', ['＠ada']],
    ['@adaé', []],
    ['@ada@pond.example', []],
    ['@@ada', []],
    ['https://pond.example/を見て@ada', ['@ada']],
    ['https://pond.example/@ada and www.pond.example/?to=@ada', []],
    ['pond.example/@ada ?to=@ada', []],
    ['`@ada` and ```\n@bob\n``` but @eve', ['@eve']],
    ['` @ada\n` @bob', ['@ada', '@bob']],
    ['@', []],
    ['@.ada @-ada', []],
    [`@${'a'.repeat(30)}`, [`@${'a'.repeat(30)}`]],
    [`@${'a'.repeat(31)}`, []],
    [`@ada.${'a'.repeat(31)}`, ['@ada']],
  ] as const)('in %j: %j', ([text, expected]) => {
    expect(found(text)).toEqual(expected)
  })

  test('offer the longest name first, and each shorter one that ends before a dot or a hyphen', () => {
    expect(mentionsIn('@Ada.l-x. and @ada.L-X')).toEqual([['ada.l-x', 'ada.l', 'ada']])
    expect(mentionsIn('@_a--b')).toEqual([['_a--b', '_a']])
  })
})

describe('hashtags', () => {
  test.for([
    ['#duck', ['#duck']],
    ['#duck, #Duck! (#pond_2)', ['#duck', '#Duck', '#pond_2']],
    ['#鸭子 #утка #بطة #אווז #บึง #हंस', ['#鸭子', '#утка', '#بطة', '#אווז', '#บึง', '#हंस']],
    ['＃duck', ['＃duck']],
    ['今日は#天気 좋은#날씨', ['#天気', '#날씨']],
    ['#col·lecció· ・#ドナルド・ダック・ #רמב״ם', ['#col·lecció', '#ドナルド・ダック', '#רמב״ם']],
    ['#می\u200cخواهم', ['#می\u200cخواهم']],
    ['#2026 #_ #1_2', []],
    ['#4ducks', ['#4ducks']],
    ['a#duck C# &#39; ##duck /#duck', []],
    ['#duck-pond #duck#pond', ['#duck', '#duck']],
    ['https://pond.example/#duck `#duck`', []],
    ['#🦆', []],
    ['#\u3164 #\u115f\u1160 #\uffa0 ＃\u2800', []],
    ['#duck\u3164 #po\u3164nd \u3164#reeds ❤\ufe0f#heron', ['#duck', '#po', '#reeds', '#heron']],
    ['#葛\u{e0100}城 #duck\ufe0f', ['#葛\u{e0100}城', '#duck\ufe0f']],
    [`#${'a'.repeat(TAG_LENGTH_MAX)}`, [`#${'a'.repeat(TAG_LENGTH_MAX)}`]],
    [`#${'a'.repeat(TAG_LENGTH_MAX + 1)}`, []],
  ] as const)('in %j: %j', ([text, expected]) => {
    expect(found(text)).toEqual(expected)
  })

  test.for([
    ['Duck', 'dUCK'],
    ['Straße', 'STRASSE'],
    ['STRAẞE', 'strasse'],
    ['ΟΔΟΣ', 'οδος'],
    ['é', 'e\u0301'],
    ['ｄｕｃｋ', 'duck'],
    ['می\u200cخواهم', 'میخواهم'],
    ['葛\u{e0100}城', '葛城'],
    ['duck\ufe0f', 'duck'],
    ['İstanbul', 'istanbul'],
    ['ISTANBUL', 'istanbul'],
    ['ﾄﾞﾅﾙﾄﾞ･ﾀﾞｯｸ', 'ドナルド・ダック'],
    ['coŀlecció', 'col·lecció'],
  ] as const)('%j and %j are the same', ([one, other]) => {
    expect(tagKey(one)).toBe(tagKey(other))
  })

  test.for(['ﷺ', 'aﷺ', 'x½', 'ŉ'.repeat(60), '9', 'a b', ''])('%j is none: it has no key that is a tag', (text) => {
    expect(isTag(text)).toBe(false)
    expect([...tagsIn(`#${text}`).keys()].filter((key) => !isTag(key))).toEqual([])
  })

  test('have keys that are their own keys, whichever letter they have', () => {
    for (let code = 0; code < 0x11_00_00; code++) {
      const letter = String.fromCodePoint(code)
      if (!LETTER.test(letter)) continue
      const key = tagKey(`a${letter}b`)
      if (tagKey(key) !== key) expect.fail(`U+${code.toString(16)}`)
    }
  })

  test('with and without an accent are two', () => {
    expect(tagKey('cafe')).not.toBe(tagKey('café'))
  })

  test('are listed once, as they are typed first', () => {
    expect([...tagsIn('#Duck #pond #duck')]).toEqual([
      ['duck', 'Duck'],
      ['pond', 'pond'],
    ])
  })

  test('beyond the number that a post has are plain text, also as links', () => {
    const many = Array.from({ length: TAGS_MAX }, (_, index) => `#tag${index}`).join(' ')
    const parts = partsOf(`${many} #other #tag1`)
    expect(parts.filter(({ kind }) => kind === 'tag')).toHaveLength(TAGS_MAX + 1)
    expect(parts.at(-2)).toEqual({ kind: 'plain', text: ' #other ' })
  })
})

/** What a tag may have. */
const LETTER = /[\p{L}\p{M}\p{N}]/u
const PIECES = [
  '@',
  '#',
  '＃',
  'a',
  'Z',
  '9',
  '_',
  '.',
  '-',
  '`',
  '```',
  '\n',
  ' ',
  'é',
  'e\u0301',
  '鸭',
  'ب',
  '🦆',
  '\ud83e',
]
const MORE_PIECES = ['/', '=', '&', 'http://', 'www.', '<b>', '"', '\u200d', '\u202e', '@ada', '#duck', '@ada.l']

describe('the parts of a text', () => {
  test('together are the text, in 10,000 texts', () => {
    let seed = 18
    const next = (limit: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % limit
    }
    const pieces = [...PIECES, ...MORE_PIECES]
    for (let round = 0; round < 10_000; round++) {
      const text = Array.from({ length: next(16) }, () => pieces[next(pieces.length)]).join('')
      const parts = partsOf(text)
      if (parts.map((part) => part.text).join('') !== text) expect.fail(JSON.stringify(text))
      for (const part of parts) {
        const isWhole =
          part.kind === 'plain' ||
          (part.kind === 'mention' ? /^@[A-Za-z0-9_.-]{1,30}$/ : /^[#＃][\p{L}\p{M}\p{N}_\u200c\u200d]+$/u).test(
            part.text,
          )
        if (!isWhole) expect.fail(JSON.stringify({ text, part }))
      }
    }
  })

  // With quadratic time, each of these would take hours.
  test.for(
    [
      '@',
      '#',
      '`',
      '```',
      '````',
      '`a\n',
      '@a',
      '@a.',
      '@a-',
      '#a',
      '@é',
      '@aé',
      'http://',
      '#1',
      '@a@',
      '.',
      '``a',
      'w',
    ].map((piece) => [piece] as const),
  )('take linear time for %j repeated', ([piece]) => {
    // Quadratic work on so many characters takes minutes.
    const text = piece.repeat(250_000 / piece.length)
    expect(partsOf(text).length).toBeGreaterThan(0)
    expect(partsOf(`@${text}`).length).toBeGreaterThan(0)
    expect(partsOf(`\`\`\`${text}é`).length).toBeGreaterThan(0)
  })
})
