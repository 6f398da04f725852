import { describe, expect, it } from 'vitest'
import { changeOf } from './list-place.ts'

const rows = (text: string) => text.split('')

describe('rows that come and go', () => {
  it('below the anchor are counted from the first row', () => {
    expect(changeOf(rows('abc'), rows('abxyc'), 'b')).toBe('start')
    expect(changeOf(rows('abc'), rows('ab'), 'b')).toBe('start')
  })

  it('above the anchor are counted from the last row', () => {
    expect(changeOf(rows('abc'), rows('axybc'), 'b')).toBe('end')
    expect(changeOf(rows('abc'), rows('bc'), 'b')).toBe('end')
  })

  it('on both sides of it need a new list', () => {
    expect(changeOf(rows('abc'), rows('xabcy'), 'b')).toBe('new')
    expect(changeOf(rows('abc'), rows('xab'), 'b')).toBe('new')
  })

  it('move nothing if the anchor itself is gone: the next row takes its part', () => {
    expect(changeOf(rows('abc'), rows('ac'), 'b')).toBe('end')
  })

  it('move the list at its top', () => {
    expect(changeOf(rows('abc'), rows('xabc'), null)).toBe('start')
  })
})
