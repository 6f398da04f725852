import { createHmac } from 'node:crypto'
import type { Random } from '@quack/testing/random'
import type { Mutation } from './bad-bodies.ts'
import { requestOf } from './bases.ts'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
function sign(header: object, payload: unknown, key: string): string {
  const text = `${encode(header)}.${encode(payload)}`
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}

/** Invalid tokens, derived from a valid one. */
function badToken(token: string, random: Random): string {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
  return random.pick([
    () => token.slice(0, 1 + random.int(token.length - 2)),
    () => `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
    () => `${encode({ alg: 'none' })}.${payload}.${signature}`,
    () => `${encode({ alg: 'None' })}.${encode({ ...claims, _id: '1' })}.`,
    () => `${header}.${encode({ ...claims, username: 'admin' })}.${signature}`,
    () => `${header}.${encode({ ...claims, exp: 9_999_999_999 })}.${signature}`,
    () => `${encode({ alg: 'HS512', typ: 'JWT' })}.${payload}.${signature}`,
    () => `${encode({ alg: 'RS256', typ: 'JWT', jwk: { kty: 'oct', k: 'AA' } })}.${payload}.${signature}`,
    () => sign({ alg: 'HS256', typ: 'JWT' }, claims, 'a key of somebody else, long enough'),
    () => sign({ alg: 'HS256', typ: 'JWT', kid: '../../dev/null' }, claims, ''),
    () => sign({ alg: 'HS256', typ: 'JWT' }, [1, 2], 'x'),
    () => `${token}.${token}`,
    () => `${token}x`,
    () => `${header}..${signature}`,
    () => 'a.b.c',
    () => '.'.repeat(50),
    () => 'x'.repeat(8_000),
    () => `Basic ${Buffer.from('admin:admin').toString('base64')}`,
    () => `${token} ${token}`,
    () => encodeURIComponent(JSON.stringify(claims)),
  ])()
}

export const BAD_HEADERS: readonly Mutation[] = [
  ...[1, 2, 3].map(
    (): Mutation => (base, random) => {
      const authorization = `${random.pick(['Bearer ', 'bearer  ', ''])}${badToken(base.token, random)}`
      return requestOf(base, {
        what: `the token ${authorization.slice(0, 60)}`,
        headers: { authorization },
        verdict: 'refused',
      })
    },
  ),
  (base, random) => {
    const authorization = random.pick(['', ' ', 'Bearer  '])
    const verdict = base.endpoint.access === 'member' ? 'refused' : 'either'
    return requestOf(base, { what: 'no token', headers: { authorization }, verdict })
  },
  (base, random) => {
    if (!('idempotency-key' in (base.endpoint.headers?.properties ?? {}))) return null
    const key = random.pick(['', 'x'.repeat(101), 'x'.repeat(5_000)])
    return requestOf(base, { what: 'a bad Idempotency-Key', headers: { 'idempotency-key': key }, verdict: 'refused' })
  },
  (base, random) => {
    const name = random.pick([
      'prefer',
      'x-junk',
      'accept',
      'user-agent',
      'cookie',
      'if-none-match',
      'x-forwarded-for',
      'range',
    ])
    const value = random.pick(['y', ';,=', '\xff\xfe', 'return=minimal, ']).repeat(1 + random.int(500))
    return requestOf(base, { what: `a long ${name}`, headers: { [name]: value } })
  },
  (base, random) => {
    const headers = {
      'content-encoding': random.pick(['gzip', 'br', 'x']),
      expect: '',
      'content-type': 'application/json',
    }
    return base.endpoint.method === 'GET' ? null : requestOf(base, { what: 'an encoding', headers })
  },
]
