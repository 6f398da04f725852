import { describe, expect, test } from 'vitest'
import { COUNT_CODEC, CursorError, cursorCodec, ID_CODEC } from './paging.ts'

const codec = cursorCodec('list', { followers: COUNT_CODEC, id: ID_CODEC })

describe('a cursor', () => {
  test('reads back what was written', () => {
    for (const key of [
      { followers: 0, id: 0 },
      { followers: 100, id: 10 },
      { followers: 2 ** 31 - 1, id: Number.MAX_SAFE_INTEGER },
    ]) {
      expect(codec.read(codec.write(key))).toEqual(key)
    }
  })

  test('is not written from values that could not be read back', () => {
    for (const followers of ['10', null, undefined, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, 10n]) {
      expect(() => codec.write({ followers: followers as number, id: 1 }), String(followers)).toThrow(RangeError)
    }
    expect(() => codec.write({ followers: 1, id: 2 ** 53 })).toThrow(RangeError)
  })

  test('is refused if it does not belong to the list', () => {
    const texts = ['', 'list', 'list.1', 'list.1.1.1', 'other.1.1', 'list..1', 'list.1.', 'list.-1.1', 'list.1.5.1']
    const words = ['list.NaN.1', 'list.1.Infinity', "list.1.1'", 'list.1.1.', 'LIST.1.1']
    // Larger than a count, than JavaScript's exact integers, and than 64 bits.
    const numbers = [2n ** 53n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n, 10n ** 40n]
    const beyond = [`list.${(2 ** 31).toString(36)}.1`, ...numbers.map((number) => `list.1.${number.toString(36)}`)]
    for (const text of [...texts, ...words, ...beyond]) expect(() => codec.read(text), text).toThrow(CursorError)
  })
})
