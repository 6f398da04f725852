import { expect, test } from 'vitest'
import { countNews } from './news.ts'

test('new posts are those written since the shown ones: neither the shown ones nor those further down the list', () => {
  expect(countNews(['90', '30', '110'], ['100', '90', '50'])).toBe(1)
  // An own post was prepended to the list: posts written before it are still new.
  expect(countNews(['95'], ['100', '90'])).toBe(1)
})

test('in an empty feed, every post is new', () => {
  expect(countNews(['1', '2'], [])).toBe(2)
})
