import { describe, expect, test } from 'vitest'
import { diffWords } from './word-diff.ts'

const marked = (before: string, after: string) =>
  diffWords(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `+${text}+` : `-${text}-`))
    .join('')

describe('the differences of two texts', () => {
  test.each([
    ['', '', ''],
    ['', 'One two', '+One two+'],
    ['One two', '', '-One two-'],
    ['One two three', 'One two three', 'One two three'],
    ['One two three', 'One 2 three', 'One -two -+2 +three'],
    ['A pond.', 'A pond!', 'A pond-.-+!+'],
    ['The duck swims', 'The old duck swims away', 'The +old +duck swims +away+'],
    ['a b c d', 'b c d e', '-a -b c d +e+'],
    ['One\n\ntwo', 'One two', 'One two'],
    [' One', 'One', 'One'],
    ['我喜欢鸭子', '我爱鸭子', '我-喜欢-+爱+鸭子'],
    ['one one one', 'one', 'one -one one-'],
  ])('%j and %j: %j', (before, after, expected) => {
    expect(marked(before, after)).toBe(expected)
  })

  test('contain both texts, also if these are too long to be compared word by word', () => {
    const [before, after] = ['a ', 'b '].map((word) => `Start ${word.repeat(2_400)}end`) as [string, string]
    const parts = diffWords(before, after)
    const textOf = (without: string) => parts.flatMap(({ kind, text }) => (kind === without ? [] : [text])).join('')
    expect([textOf('added'), textOf('removed')]).toEqual([before, after])
    expect(parts.map(({ kind }) => kind)).toEqual(['same', 'removed', 'added', 'same'])
  })
})
