import { expect, test } from 'vitest'
import { countNews } from './news.ts'

test('news are what was written since: not what is shown, and not what stands further down the list', () => {
  expect(countNews(['90', '30', '110'], ['100', '90', '50'])).toBe(1)
  // An own post was prepended to the list: posts written before it are still new.
  expect(countNews(['95'], ['100', '90'])).toBe(1)
})

test('all is news to who has an empty feed', () => {
  expect(countNews(['1', '2'], [])).toBe(2)
})
