import { afterEach, describe, expect, it } from 'vitest'
import {
  appendToLists,
  dropFromLists,
  flattenKeys,
  type KeyPages,
  prependToLists,
  replaceKey,
  trimList,
} from './key-pages.ts'
import { queryClient } from './query-client.ts'

const KEY = ['posts', 'test']

function keep(...pages: [keys: string[], nextCursor: string | null][]): void {
  queryClient.setQueryData<KeyPages>(KEY, {
    pages: pages.map(([keys, nextCursor]) => ({ keys, nextCursor })),
    pageParams: pages.map((_, index) => (index === 0 ? undefined : `cursor ${index}`)),
  })
}

function kept(): string[][] | undefined {
  return queryClient.getQueryData<KeyPages>(KEY)?.pages.map((page) => page.keys)
}

afterEach(() => queryClient.clear())

describe('lists of keys', () => {
  it('contain an entry once where pages overlap', () => {
    keep([['a', 'b'], 'more'], [['b', 'c'], null])
    const data = queryClient.getQueryData<KeyPages>(KEY)
    expect(data && flattenKeys(data)).toEqual(['a', 'b', 'c'])
  })

  it('get a new entry at the top', () => {
    keep([['a', 'b'], 'more'], [['c'], null])
    prependToLists(KEY, 'c')
    expect(kept()).toEqual([['c', 'a', 'b'], []])
  })

  it('get a new entry above a gap at the top', () => {
    queryClient.setQueryData<KeyPages>(KEY, {
      pages: [{ keys: ['b'], nextCursor: null, gapAbove: 7 }],
      pageParams: [undefined],
    })
    prependToLists(KEY, 'a')
    expect(queryClient.getQueryData<KeyPages>(KEY)?.pages).toEqual([
      { keys: ['a'], nextCursor: null },
      { keys: ['b'], nextCursor: null, gapAbove: 7 },
    ])
  })

  it('replace a removed entry by the first suitable one beyond those shown', () => {
    keep([['a', 'b', 'c'], 'more'], [['d', 'e'], null])
    replaceKey(KEY, 'b', 3, (key) => key !== 'd')
    expect(kept()).toEqual([['a', 'e', 'c'], ['d']])
  })

  it('get shorter if nothing can replace a removed entry', () => {
    keep([['a', 'b', 'c'], null])
    replaceKey(KEY, 'b', 3, () => true)
    expect(kept()).toEqual([['a', 'c']])
  })

  it('get a new entry at the end only if the end is loaded', () => {
    keep([['a'], 'more'])
    appendToLists(KEY, 'z')
    expect(kept()).toEqual([['a']])
    keep([['a'], 'more'], [['b'], null])
    appendToLists(KEY, 'z')
    expect(kept()).toEqual([['a'], ['b', 'z']])
  })

  it('lose an entry, and keep their identity if they do not contain it', () => {
    keep([['a', 'b'], null])
    dropFromLists(KEY, 'a')
    expect(kept()).toEqual([['b']])
    const before = queryClient.getQueryData(KEY)
    dropFromLists(KEY, 'a')
    expect(queryClient.getQueryData(KEY)).toBe(before)
  })

  it('keep only their first page while no screen shows them', () => {
    keep([['a'], 'more'], [['b'], null])
    trimList(KEY)
    expect(kept()).toEqual([['a']])
  })

  it('stay to be fetched again when they are edited or trimmed', () => {
    keep([['a', 'b'], 'more'], [['c'], null])
    void queryClient.invalidateQueries({ queryKey: KEY })
    dropFromLists(KEY, 'a')
    expect(queryClient.getQueryState(KEY)?.isInvalidated).toBe(true)
    trimList(KEY)
    expect(kept()).toEqual([['b']])
    expect(queryClient.getQueryState(KEY)?.isInvalidated).toBe(true)
  })

  it('are unchanged if no such list is loaded', () => {
    prependToLists(KEY, 'a')
    expect(kept()).toBeUndefined()
  })
})
