import { expect, test } from 'vitest'
import { addressesIn } from './addresses.ts'

test.for([
  ['「https://a.example」を見て', ['https://a.example']],
  ['見てhttps://a.example/bを', ['https://a.example/b']],
  ['https://a.exampleを見て。', ['https://a.example']],
  ['링크 https://a.example/b를 봐', ['https://a.example/b']],
  ['https://例え.example/a?b=1#c', ['https://例え.example/a?b=1#c']],
  ['https://例え.テスト/a', ['https://例え.テスト/a']],
  ['（https://a.example）、https://b.example。', ['https://a.example', 'https://b.example']],
  [
    '“https://a.example” «https://b.example» ‘https://c.example’',
    ['https://a.example', 'https://b.example', 'https://c.example'],
  ],
  [
    'https://a.example/b… https://c.example؟ https://d.example।',
    ['https://a.example/b', 'https://c.example', 'https://d.example'],
  ],
  ['https://a.example/b\u200b\u2060 https://c.example\ufeff', ['https://a.example/b', 'https://c.example']],
  ['https://a.example/über-é/ HTTP://B.example', ['https://a.example/über-é/', 'HTTP://B.example']],
  ['https://a.example/Duck_(bird) https://a.example/x-', ['https://a.example/Duck_(bird)', 'https://a.example/x-']],
  ['https:// https://。 ftp://a.example', []],
] as const)('in %s: %j', ([text, expected]) => {
  const found = addressesIn(text)
  expect(found.map(({ address }) => address)).toEqual(expected)
  for (const { address, at } of found) expect(text.slice(at, at + address.length)).toBe(address)
})
