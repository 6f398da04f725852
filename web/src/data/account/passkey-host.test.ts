import { expect, test } from 'vitest'
import { fitsPasskeyHost } from './passkey-host.ts'

test.each([
  ['quack.example', 'quack.example', true],
  ['www.quack.example', 'quack.example', true],
  ['localhost', 'localhost', true],
  ['notquack.example', 'quack.example', false],
  ['quack.example', 'www.quack.example', false],
  ['127.0.0.1', 'localhost', false],
  ['quack.example', null, false],
])('at %s, passkeys of %s are offered: %s', (hostname, host, fits) => {
  expect(fitsPasskeyHost(hostname, host)).toBe(fits)
})
