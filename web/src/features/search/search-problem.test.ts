import { expect, it } from 'vitest'
import { problemOf } from './search-problem.ts'

it('posts are not searched with an invalid operator', () => {
  expect(problemOf({ q: 'duck has:nothing', tab: 'posts' })).toBe('has: is followed by picture, video or link.')
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
