import { describe, expect, it } from 'vitest'
import type { KeyPage } from '../cache/key-pages.ts'
import { countAbove, fillPages, withNewest } from './fill.ts'
import { countNewAbove, gapsOf } from './pages.ts'

function page(keys: number[], rest: Partial<KeyPage> = {}): KeyPage {
  return { keys: keys.map(String), nextCursor: null, ...rest }
}

/** Keys, and gaps as negative numbers. */
function shape(pages: readonly KeyPage[]): number[] {
  const gaps = new Map(gapsOf(pages).map(({ below, count }) => [below, -count]))
  return pages.flatMap(({ keys }) => keys.flatMap((key) => [gaps.get(key) ?? [], Number(key)].flat()))
}

function gapAt(pages: readonly KeyPage[], index: number) {
  const gap = gapsOf(pages)[index]
  if (!gap) throw new Error('no such gap')
  return gap
}

describe('gaps of a feed', () => {
  const pages = [page([99, 98]), page([50, 49], { gapAbove: 30 }), page([48])]

  it('lie above a page, between its first post and the last one above', () => {
    expect(gapsOf(pages)).toEqual([{ above: '98', below: '50', count: 30 }])
    expect(gapsOf([page([50], { gapAbove: 7 })])).toEqual([{ above: undefined, below: '50', count: 7 }])
  })

  it('join where all posts of a page were deleted', () => {
    expect(gapsOf([page([99]), page([], { gapAbove: 3 }), page([50], { gapAbove: 4 })])).toEqual([
      { above: '99', below: '50', count: 7 },
    ])
  })

  it('count in the position of a post', () => {
    expect(countAbove(pages, '98')).toBe(1)
    expect(countAbove(pages, '49')).toBe(33)
    expect(countAbove([page([50, 49], { gapAbove: 1_000 })], '49')).toBe(1_000)
  })

  it('fill from above, from below, and close', () => {
    const fromAbove = fillPages(pages, gapAt(pages, 0), { keys: ['97', '96'], end: 'above', count: 28 })
    expect(shape(fromAbove)).toEqual([99, 98, 97, 96, -28, 50, 49, 48])
    const fromBelow = fillPages(fromAbove, gapAt(fromAbove, 0), { keys: ['52', '51'], end: 'below', count: 26 })
    expect(shape(fromBelow)).toEqual([99, 98, 97, 96, -26, 52, 51, 50, 49, 48])
    const closed = fillPages(fromBelow, gapAt(fromBelow, 0), { keys: ['53'], end: 'below', count: 0 })
    expect(shape(closed)).toEqual([99, 98, 97, 96, 53, 52, 51, 50, 49, 48])
  })

  it('close without posts, when those in between were deleted', () => {
    const closed = fillPages(pages, gapAt(pages, 0), { keys: [], end: 'above', count: 0 })
    expect(shape(closed)).toEqual([99, 98, 50, 49, 48])
  })

  it('fill although a page above has lost its posts', () => {
    const emptied = [page([99]), page([], { gapAbove: 3 }), page([50], { gapAbove: 4 })]
    const filled = fillPages(emptied, gapAt(emptied, 0), { keys: ['51'], end: 'below', count: 6 })
    expect(shape(filled)).toEqual([99, -6, 51, 50])
  })

  it('take a post once, and nothing if the list has changed meanwhile', () => {
    const filled = fillPages(pages, gapAt(pages, 0), { keys: ['51', '50'], end: 'below', count: 29 })
    expect(shape(filled)).toEqual([99, 98, -29, 51, 50, 49, 48])
    const gone = { above: '98', below: '47', count: 1 }
    expect(shape(fillPages(pages, gone, { keys: ['60'], end: 'above', count: 1 }))).toEqual(shape(pages))
  })

  it('keep the number of new posts above the list, which is at most what is not loaded', () => {
    const resumed = [page([50], { gapAbove: 30, newCount: 12 })]
    expect(countNewAbove(resumed)).toBe(12)
    const filled = fillPages(resumed, gapAt(resumed, 0), { keys: ['52', '51'], end: 'below', count: 8 })
    expect(countNewAbove(filled)).toBe(8)
    const fromTop = fillPages(resumed, gapAt(resumed, 0), { keys: ['99'], end: 'above', count: 29 })
    expect(countNewAbove(fromTop)).toBe(0)
  })
})

describe('the newest posts', () => {
  const newest = page([104, 103, 102], { nextCursor: 'more' })

  it('come above what is loaded, with the gap between', () => {
    const pages = withNewest([page([50, 49], { gapAbove: 30, newCount: 5 })], newest, 2)
    expect(shape(pages)).toEqual([104, 103, 102, -29, 50, 49])
    expect(countNewAbove(pages)).toBe(0)
  })

  it('join what is loaded without a gap', () => {
    expect(shape(withNewest([page([103, 102, 101])], newest, 1))).toEqual([104, 103, 102, 101])
    // An own post was added above the gap; the newest page reaches into it.
    const own = [page([103]), page([50], { gapAbove: 30 })]
    expect(shape(withNewest(own, newest, 1))).toEqual([104, 103, 102, -29, 50])
  })

  it('leave a gap that is not known to be closed', () => {
    expect(shape(withNewest([page([50])], newest, 0))).toEqual([104, 103, 102, -1, 50])
    expect(shape(withNewest([page([50], { gapAbove: 1_000 })], newest, 7))).toEqual([104, 103, 102, -1_000, 50])
  })

  it('replace a list of which they contain everything', () => {
    expect(shape(withNewest([page([103])], page([104, 103]), 1))).toEqual([104, 103])
    expect(shape(withNewest([], newest, 0))).toEqual([104, 103, 102])
  })
})
