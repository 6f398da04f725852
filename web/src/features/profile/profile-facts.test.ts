import { expect, test } from 'vitest'
import { websiteText } from './profile-facts.tsx'

test.each([
  ['https://www.example.com/', 'example.com'],
  ['http://example.com/me?a=1', 'example.com/me?a=1'],
  ['https://example.com/\u202egpj.exe', 'example.com/ gpj.exe'],
  ['https://example.com/www.', 'example.com/www.'],
])('%s is shown as %s', (website, text) => {
  expect(websiteText(website)).toBe(text)
})
