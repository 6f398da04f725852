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
  it('name an entry once, wherever pages overlap', () => {
    keep([['a', 'b'], 'more'], [['b', 'c'], null])
    const data = queryClient.getQueryData<KeyPages>(KEY)
    expect(data && flattenKeys(data)).toEqual(['a', 'b', 'c'])
  })

  it('take a new entry on top', () => {
    keep([['a', 'b'], 'more'], [['c'], null])
    prependToLists(KEY, 'c')
    expect(kept()).toEqual([['c', 'a', 'b'], []])
  })

  it('put the first fit entry beyond those shown in the place of one that goes', () => {
    keep([['a', 'b', 'c'], 'more'], [['d', 'e'], null])
    replaceKey(KEY, 'b', 3, (key) => key !== 'd')
    expect(kept()).toEqual([['a', 'e', 'c'], ['d']])
  })

  it('grow shorter where there is nothing to put in the place of one that goes', () => {
    keep([['a', 'b', 'c'], null])
    replaceKey(KEY, 'b', 3, () => true)
    expect(kept()).toEqual([['a', 'c']])
  })

  it('take a new entry at the end only where the end is loaded', () => {
    keep([['a'], 'more'])
    appendToLists(KEY, 'z')
    expect(kept()).toEqual([['a']])
    keep([['a'], 'more'], [['b'], null])
    appendToLists(KEY, 'z')
    expect(kept()).toEqual([['a'], ['b', 'z']])
  })

  it('drop an entry, and stay the very same without it', () => {
    keep([['a', 'b'], null])
    dropFromLists(KEY, 'a')
    expect(kept()).toEqual([['b']])
    const before = queryClient.getQueryData(KEY)
    dropFromLists(KEY, 'a')
    expect(queryClient.getQueryData(KEY)).toBe(before)
  })

  it('that nobody looks at forget all but their first page', () => {
    keep([['a'], 'more'], [['b'], null])
    trimList(KEY)
    expect(kept()).toEqual([['a']])
  })

  it('do nothing where no such list is loaded', () => {
    prependToLists(KEY, 'a')
    expect(kept()).toBeUndefined()
  })
})
