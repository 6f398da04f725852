import type { Random } from '@quack/testing/random'

const close = 'connection: close\r\n'
const host = 'host: localhost\r\n'

/** Bytes that are not a valid HTTP request. The server closes the connection after each. */
const BROKEN: readonly [string, (random: Random) => string | Buffer][] = [
  ['no HTTP', () => 'hello\r\n\r\n'],
  ['bytes', (random) => Buffer.from(Array.from({ length: 200 }, () => random.int(256) | 0x80))],
  ['a TLS hello', () => Buffer.from('1603010200010001fc0303', 'hex')],
  ['HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['another version', () => `GET /api/posts HTTP/9.9\r\n${host}\r\n`],
  ['an unknown method', () => `QUACK /api/posts HTTP/1.1\r\n${host}\r\n`],
  ['no host', () => `GET /api/posts HTTP/1.1\r\n${close}\r\n`],
  ['two hosts', () => `GET /api/posts HTTP/1.1\r\n${host}host: b\r\n\r\n`],
  ['a host that is none', () => `GET /api/posts HTTP/1.1\r\nhost: a/b\r\n\r\n`],
  ['a header without a colon', () => `GET /api/posts HTTP/1.1\r\n${host}quack\r\n\r\n`],
  ['a space before the colon', () => `GET /api/posts HTTP/1.1\r\n${host}x : y\r\n\r\n`],
  ['a NUL in a header', () => `GET /api/posts HTTP/1.1\r\n${host}x: a\0b\r\n\r\n`],
  ['a bad length', () => `POST /api/posts HTTP/1.1\r\n${host}content-length: many\r\n\r\n`],
  ['two lengths', () => `POST /api/posts HTTP/1.1\r\n${host}content-length: 1\r\ncontent-length: 2\r\n\r\nab`],
  [
    'a length and chunks',
    () => `POST /api/auth/login HTTP/1.1\r\n${host}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    'broken chunks',
    () =>
      `POST /api/auth/login HTTP/1.1\r\n${host}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`,
  ],
  [
    'headers that are too long',
    (random) => `GET / HTTP/1.1\r\n${host}x: ${'y'.repeat(17_000 + random.int(40_000))}\r\n\r\n`,
  ],
  ['an address that is too long', () => `GET /api/${'x'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`],
  ['a raw space in the address', () => `GET /api/po sts HTTP/1.1\r\n${host}\r\n`],
  ['a proxy request', () => `CONNECT example.com:443 HTTP/1.1\r\n${host}\r\n`],
  ['an unknown expectation', () => `GET /api/nothing HTTP/1.1\r\n${host}${close}expect: a-duck\r\n\r\n`],
  ['an upgrade', () => `GET /api/nothing HTTP/1.1\r\n${host}connection: upgrade, close\r\nupgrade: websocket\r\n\r\n`],
]

export function chooseBroken(random: Random): { what: string; bytes: string | Buffer } {
  const [what, make] = random.pick(BROKEN)
  return { what, bytes: make(random) }
}

/** All of them. */
export const allBroken = (random: Random) => BROKEN.map(([what, make]) => ({ what, bytes: make(random) }))
