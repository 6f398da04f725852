import { afterEach, expect, it } from 'vitest'
import { queryClient } from '../cache/query-client.ts'
import { postLists, queryKeys } from '../cache/query-keys.ts'
import { refreshTagsOf } from './post-lists.ts'

afterEach(() => queryClient.clear())

it('the tags of both texts of an edited post are read again, in any spelling, and no others', () => {
  const keysOf = (tag: string) => [queryKeys.tag(tag), postLists.tag(tag)]
  for (const key of ['pond', 'reeds', 'lake'].flatMap(keysOf)) queryClient.setQueryData(key, {})
  refreshTagsOf('Off to the #Pond', 'Off to the ＃ＲＥＥＤＳ, not the lake')
  const isStale = (key: readonly string[]) => queryClient.getQueryState(key)?.isInvalidated
  expect(['pond', 'reeds', 'lake'].map((tag) => keysOf(tag).map(isStale))).toEqual([
    [true, true],
    [true, true],
    [false, false],
  ])
})
