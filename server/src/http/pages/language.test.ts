import { expect, test } from 'vitest'
import { languageOf } from './language.ts'

test.each([
  ['de', 'de'],
  ['DE-at', 'de-AT'],
  ['zh-hant-tw,zh;q=0.9', 'zh-Hant-TW'],
  ['*, fr;q=0.5', 'fr'],
  ['en;q=0.5, ar', 'ar'],
  ['en;q=0.8, ar; Q = 0.9', 'ar'],
  ['pt-BR, en', 'pt-BR'],
  ['not_a_tag, "x", es', 'es'],
  ['en;q=0, it;q=0.001', 'it'],
  ['en;q=high, it;q=0.1', 'it'],
])('%s prefers %s', (header, language) => {
  expect(languageOf(header)).toBe(language)
})

test.each([undefined, '', '*', 'en;q=0', '<script>', '日本語', `en-${'x'.repeat(40)}`, `${','.repeat(20)}en`])(
  '%s prefers none',
  (header) => {
    expect(languageOf(header)).toBeNull()
  },
)
