import { expect, it } from 'vitest'
import { splitMarks } from './split-marks.ts'

const shown = (text: string, marks: readonly [number, number][], start = 0) =>
  splitMarks(
    text,
    marks.map(([from, end]) => ({ start: from, end })),
    start,
  ).map((part) => `${part.at}${part.isMarked ? `[${part.text}]` : part.text}`)

it('a text is split at its marks', () => {
  expect(shown('one two', [])).toEqual(['0one two'])
  expect(shown('one two', [[4, 7]])).toEqual(['0one ', '4[two]'])
  expect(
    shown('one two', [
      [0, 3],
      [4, 5],
    ]),
  ).toEqual(['0[one]', '3 ', '4[t]', '5wo'])
  expect(shown('', [[0, 3]])).toEqual([])
})

it('a part of a text has its part of a mark', () => {
  expect(shown('two', [[2, 5]], 4)).toEqual(['4[t]', '5wo'])
  expect(shown('two', [[5, 12]], 4)).toEqual(['4t', '5[wo]'])
  expect(shown('two', [[0, 3]], 4)).toEqual(['4two'])
  expect(shown('two', [[8, 9]], 4)).toEqual(['4two'])
  expect(shown('two', [[0, 20]], 4)).toEqual(['4[two]'])
})
