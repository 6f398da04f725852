import { parseSearch } from '@quack/contract/rules/search/search-query'
import { expect, test } from 'vitest'
import { ftsQueryOf, isBroad, tsLookUpOf, tsQueryOf } from './index-query.ts'
import type { PostSearch } from './post-search.ts'

/** A search for words and hashtags. */
function searchOf(q: string): PostSearch {
  const { parts } = parseSearch(q)
  return {
    terms: parts.flatMap((part) => (part.kind === 'words' ? [part.term] : [])),
    tags: parts.flatMap((part) => (part.kind === 'tag' ? [part.key] : [])),
    media: [],
    author: null,
  } as unknown as PostSearch
}

test.for([
  ['pond duck', '"pond" AND "duck"'],
  ['"pond duck" duck', '"pond" AND "duck"'],
  ['duck -pond', '"duck"'],
  ['du*', '"du" *'],
  ['du* po*', '"du" * AND "po" *'],
  ['duc* pond', '"duc" * AND "pond"'],
  ['東 duck', '"duck"'],
  ['東', '"東" *'],
] as const)('%s is looked up as %s', ([q, expected]) => {
  expect(ftsQueryOf(searchOf(q))).toBe(expected)
})

test('short beginnings beside other words and marks are compared, not looked up', () => {
  for (const q of ['du* pond', 'du* tag:pond', 'du* pond* 東']) {
    const search = searchOf(q)
    expect(ftsQueryOf(search), q).not.toContain('du')
    expect(tsLookUpOf(search), q).not.toContain('du')
    expect(tsQueryOf(search), q).toContain("'du':*")
    expect(isBroad(search), q).toBe(false)
  }
  for (const q of ['du*', 'du* po*', 'du* -pond']) expect(isBroad(searchOf(q)), q).toBe(true)
})
