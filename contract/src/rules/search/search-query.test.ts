import { createRandom } from '@quack/testing/random'
import { describe, expect, test } from 'vitest'
import { SEARCH_TERMS_MAX } from '../limits.ts'
import { parseSearch, periodOf, type SearchPart } from './search-query.ts'

/** A part in short: what is read from it. */
function short(part: SearchPart): string {
  if (part.kind === 'invalid') return part.problem
  if (part.kind === 'words') {
    const { tokens, isPrefix, isExcluded } = part.term
    return `${isExcluded ? '-' : ''}${tokens.join('+')}${isPrefix ? '*' : ''}`
  }
  if (part.kind === 'from') return `from ${part.name}`
  if (part.kind === 'has') return `has ${part.media}`
  if (part.kind === 'in') return `in ${part.list}`
  if (part.kind === 'tag') return `tag ${part.key}`
  if (part.kind === 'lang') return `lang ${part.language}`
  return `${part.kind} ${new Date(part.time).toISOString().slice(0, 10)}`
}
const read = (text: string) => parseSearch(text).parts.map(short).join(', ')

describe('a search', () => {
  test.for([
    ['two words', 'two, words'],
    ["don't", 'don+t'],
    ['"two words"', 'two+words'],
    ['“two words” „two words“ «two words» 「two words」', 'two+words, two+words, two+words, two+words'],
    ['"no end', 'no+end'],
    ['-duck', '-duck'],
    ['−duck －duck', '-duck, -duck'],
    ['-"two words"', '-two+words'],
    ['a - b', 'a, b'],
    ['du* duck**', 'du*, duck*'],
    ['-du*', '-du*'],
    ['"du*"', 'du'],
    ['東京都', '東京+京都'],
    ['東京*', '東京'],
    ['東 東*', '東*, 東*'],
    ['한', '한*'],
    ['iphone用', 'iphone+用*'],
    ['東 京', '東*, 京*'],
    ['🦆', '🦆'],
    ['from:ann', 'from ann'],
    ['FROM:@Ann', 'from Ann'],
    ['from:＠ann', 'from ann'],
    ['from：me', 'from me'],
    ['from:"ann"', 'from ann'],
    ['has:picture has:VIDEO has:link', 'has picture, has video, has link'],
    ['in:bookmarks', 'in bookmarks'],
    ['before:2026-02 after:2026-02', 'before 2026-02-01, after 2026-03-01'],
    ['after:2026-01-31', 'after 2026-02-01'],
    ['tag:Cats #Straße ＃cats tag:#cats', 'tag cats, tag strasse, tag cats, tag cats'],
    ['lang:DE lang:iw LANG：fil lang:*', 'lang de, lang he, lang fil, lang *'],
    ['#9', '9'],
    ['info:x', 'info+x'],
    ['… ?! -', ''],
    ['"" -""', ''],
  ] as const)('%s is read as %s', ([text, expected]) => {
    expect(read(text)).toBe(expected)
    expect(parseSearch(text).problem).toBe(expected === '' ? 'searchEmpty' : null)
  })

  test.for([
    ['', 'searchEmpty'],
    [
      Array(SEARCH_TERMS_MAX + 1)
        .fill('a')
        .join(' '),
      'searchTooLong',
    ],
    ['a*', 'searchPrefixTooShort'],
    ['é*', 'searchPrefixTooShort'],
    ['🦆*', 'searchPrefixTooShort'],
    ['well-k*', 'searchPrefixTooShort'],
    ['from:', 'searchFromInvalid'],
    ['from: ann', 'searchFromInvalid'],
    ['from:änn', 'searchFromInvalid'],
    [`from:${'a'.repeat(31)}`, 'searchFromInvalid'],
    ['has:gif', 'searchHasInvalid'],
    ['haſ:2026', 'searchHasInvalid'],
    ['in:trash', 'searchInInvalid'],
    ['tag:9', 'searchTagInvalid'],
    ['tag:a-b', 'searchTagInvalid'],
    ['lang:', 'searchLangInvalid'],
    ['lang:german', 'searchLangInvalid'],
    ['lang:pt-BR', 'searchLangInvalid'],
    ['-lang:de', 'searchExclusionInvalid'],
    ['before:yesterday', 'searchDateInvalid'],
    ['after:2026-02-30', 'searchDateInvalid'],
    ['from:ann from:bob', 'searchRepeated'],
    ['in:likes in:bookmarks', 'searchRepeated'],
    ['before:2026 before:2026', 'searchRepeated'],
    ['after:2026 after:2025', 'searchRepeated'],
    ['-from:ann', 'searchExclusionInvalid'],
    ['-#cats', 'searchExclusionInvalid'],
    ['-has:link', 'searchExclusionInvalid'],
  ] as const)('the problem of %s is %s', ([text, problem]) => {
    expect(parseSearch(text).problem).toBe(problem)
  })

  test('the first problem counts', () => {
    expect(parseSearch('duck in:trash from:').problem).toBe('searchInInvalid')
  })

  test('the texts of the parts together are the same search', () => {
    const random = createRandom(6)
    const pieces = [
      'a',
      'duck',
      '東',
      '京',
      '🦆',
      '"',
      '“',
      '「',
      '-',
      '*',
      '#',
      '＃',
      '@',
      ':',
      ' ',
      ' ',
      'é',
      '.',
      '\n',
      '9',
    ]
    const operators = [
      'from:',
      'has:',
      'in:',
      'tag:',
      'before:',
      'after：',
      'me',
      'link',
      'likes',
      '2026',
      'FROM:',
      '－',
    ]
    for (let round = 0; round < 10_000; round++) {
      const text = Array.from({ length: random.int(10) }, () =>
        random.pick(random.chance(0.3) ? operators : pieces),
      ).join('')
      const { parts, problem } = parseSearch(text)
      const again = parseSearch(parts.map((part) => part.text).join(' '))
      expect({ parts: again.parts, problem: again.problem }, JSON.stringify(text)).toEqual({ parts, problem })
    }
  })

  test('200 characters are read in few steps, whatever they are', () => {
    for (const part of ['*', '*a', '"', '-', '#', 'from:', '-"', '東*', ':', '“a']) {
      const text = part.repeat(20_000)
      expect(parseSearch(text).parts.length, part).toBeLessThanOrEqual(text.length)
    }
  })
})

const shown = (text: string) => {
  const period = periodOf(text)
  return period && [period.start, period.end].map((time) => new Date(time).toISOString().slice(0, 10)).join(' ')
}

test.for([
  ['2026-01-31', '2026-01-31 2026-02-01'],
  ['2026-12-31', '2026-12-31 2027-01-01'],
  ['2024-02-29', '2024-02-29 2024-03-01'],
  ['2026-02', '2026-02-01 2026-03-01'],
  ['2026-12', '2026-12-01 2027-01-01'],
  ['2026', '2026-01-01 2027-01-01'],
  ['2026-02-29', null],
  ['2026-04-31', null],
  ['2026-13', null],
  ['2026-00', null],
  ['2026-01-00', null],
  ['0099', null],
  ['2026-1-1', null],
  ['2026-01-01T00:00', null],
  ['yesterday', null],
  ['', null],
] as const)('the period of %s is %s', ([text, expected]) => {
  expect(shown(text)).toBe(expected)
})
