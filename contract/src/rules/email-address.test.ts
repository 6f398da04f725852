import { expect, test } from 'vitest'
import { isEmailAddress } from './email-address.ts'

test.each([
  'ada@example.com',
  'ada.lovelace+news@mail.example.co.uk',
  "o'brien_{x}~1@ex-ample.com",
  'ADA@Example.COM',
  'grüße@exämple.de',
  'ada@exämple.de',
  'ada@xn--exmple-cua.de',
  '用户@例子.广告',
  'पत्र@उदाहरण.भारत',
  'χρήστης@παράδειγμα.ελ',
  'مستخدم@مثال.إختبار',
  '🦆@example.com',
])('%s is an address', (text) => {
  expect(isEmailAddress(text)).toBe(true)
})

test.each([
  '',
  'ada',
  '@example.com',
  'ada@',
  'ada@example',
  'ada@example.',
  'ada@.example.com',
  'ada@exam..ple.com',
  'ada@-example.com',
  'ada@example-.com',
  'ada@exa_mple.com',
  'ada@example.com:25',
  'ada@example.com/path',
  'ada@1.2.3.4',
  'ada@[1.2.3.4]',
  '.ada@example.com',
  'ada.@example.com',
  'a..da@example.com',
  'ada lovelace@example.com',
  'ada@b@example.com',
  'ada＠example.com',
  '"ada"@example.com',
  'ada,bob@example.com',
  'ada\r\nBcc: b@example.com',
  'ada@example.com\n',
  'ad\u202ea@example.com',
  'ad\u200ba@example.com',
  'ada\u00a0@example.com',
  `ada@${'x'.repeat(64)}.com`,
  `ada@${'xyz.'.repeat(64)}com`,
])('%j is no address', (text) => {
  expect(isEmailAddress(text)).toBe(false)
})
