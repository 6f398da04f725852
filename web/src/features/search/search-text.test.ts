import { describe, expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import {
  dayOf,
  findPart,
  partsIn,
  problemOf,
  readSearch,
  withDay,
  withoutOperator,
  withoutPart,
  withPart,
} from './search-text.ts'

const textsIn = (text: string) => partsIn(text).map(({ start, end }) => text.slice(start, end))

describe('the parts of a search', () => {
  it('are found where they are in the text, also if they repeat', () => {
    expect(textsIn('duck -goose  "two ducks" duck has:video')).toEqual([
      'duck',
      '-goose',
      '"two ducks"',
      'duck',
      'has:video',
    ])
    expect(textsIn('… ? duck')).toEqual(['duck'])
    expect(textsIn('')).toEqual([])
  })

  it('are found by what they mean', () => {
    expect(findPart('duck FROM:Me', 'from:me')?.start).toBe(5)
    expect(findPart('duck from:mel', 'from:me')).toBeUndefined()
    expect(findPart('duck', 'has:link')).toBeUndefined()
  })
})

describe('adding a part', () => {
  it('puts it at the end, once', () => {
    expect(withPart('', 'has:video')).toBe('has:video')
    expect(withPart('duck ', 'has:video')).toBe('duck has:video')
    expect(withPart('has:video duck', 'has:video')).toBe('duck has:video')
    expect(withPart('duck has:video', 'has:link')).toBe('duck has:video has:link')
  })

  it('replaces another value of an operator that is given once, and wrong ones', () => {
    expect(withPart('from:ann duck', 'from:me')).toBe('duck from:me')
    expect(withPart('in:likes duck in:nowhere', 'in:bookmarks')).toBe('duck in:bookmarks')
    expect(withPart('before:2025 duck', 'after:2024')).toBe('before:2025 duck after:2024')
  })

  it('closes a phrase that is still open', () => {
    expect(withPart('"two ducks', 'has:video')).toBe('"two ducks" has:video')
  })
})

it('removing a part leaves the others and their order', () => {
  const text = 'one has:video "two three" -four'
  const left = partsIn(text).map((part) => withoutPart(text, part))
  expect(left).toEqual([
    'has:video "two three" -four',
    'one "two three" -four',
    'one has:video -four',
    'one has:video "two three"',
  ])
  expect(withoutOperator('has:video one has:nothing', 'has')).toBe('one')
})

it('the address of a search says what is searched, and is read as it was written', () => {
  const search = { q: 'a & "b c" #d', tab: 'people', order: 'best' } as const
  expect(readSearch(new URL(paths.search(search), 'http://quack').searchParams)).toEqual(search)
  expect(paths.search()).toBe('/search')
  expect(paths.search({ q: 'duck' })).toBe('/search?q=duck')
  expect(readSearch(new URLSearchParams('tab=all&order=up'))).toEqual({ q: '', tab: 'posts', order: 'newest' })
})

it('days are written after before: and after:, and read from there', () => {
  expect(dayOf('duck before:"2026-05-31"', 'before')).toBe('2026-05-31')
  expect(dayOf('duck before:2026-05', 'before')).toBe('')
  expect(withDay('duck before:2026-05', 'before', '')).toBe('duck before:2026-05')
  expect(withDay('before:2026-05 duck', 'before', '2026-05-31')).toBe('duck before:2026-05-31')
  expect(withDay('before:2026-05-31 duck', 'before', '')).toBe('duck')
})

it('posts are not searched with an invalid operator', () => {
  expect(problemOf({ q: 'duck has:nothing', tab: 'posts' })).toBe('has: is followed by picture, video, link or poll.')
  expect(problemOf({ q: '…', tab: 'posts' })).toBe('A search needs a word or an operator.')
  expect(problemOf({ q: 'from:me', tab: 'posts' })).toBeNull()
})

it('people and tags are searched by words, whatever the operators are', () => {
  expect(problemOf({ q: 'duck has:nothing', tab: 'people' })).toBeNull()
  expect(problemOf({ q: 'has:video -duck', tab: 'people' })).toBe('People are found by a word of their names.')
  expect(problemOf({ q: 'from:me', tab: 'tags' })).toBe('Tags are found by their first letters.')
  expect(problemOf({ q: '#duck', tab: 'tags' })).toBeNull()
})

it('a search is limited in its length', () => {
  expect(problemOf({ q: 'x'.repeat(201), tab: 'people' })).toBe('A search has at most 200 characters.')
  expect(problemOf({ q: 'x '.repeat(11), tab: 'people' })).toBe('A search has at most 10 words, phrases and operators.')
})
