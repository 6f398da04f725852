import { ENDPOINTS } from '@quack/contract'
import type { Random } from '@quack/testing/random'
import { UNSUBSCRIBE_PAGE } from '../../src/features/notifications/digest/unsubscribe.routes.ts'
import type { Mutation } from './bad-bodies.ts'
import { type Base, requestOf } from './bases.ts'

const BAD_IDS = [
  ...['-1', '1.5', '0x10', '1e5', 'NaN', 'null', 'undefined', '9'.repeat(16), '9'.repeat(40), 'x'.repeat(600)],
  ...['%', '%zz', '%ff', '%c3%28', '%00', 'a%00b', '%2e%2e%2f%2e%2e', '%f0%9f%a6%86', '%20', '%0a', '%ed%a0%80'],
  ...["'%20or%201=1", '__proto__', 'constructor', '*', '%25', ';', '%3ApostId', '\\', '%5c', '[]', '{}', '..', '.'],
]
const BAD_NUMBERS = [
  '-1',
  '101',
  '1000000000',
  'abc',
  '1.5',
  'NaN',
  'null',
  '',
  '%00',
  '%',
  '%ff',
  '1;drop',
  '[1]',
  '--1',
]
const ODD_NUMBERS = ['%201', '1e1', '0x10', '+5', '007', 'true', '1%20']
const BAD_CURSORS = [
  ...['', 'x', '.', '..', 'posts', 'posts.', 'posts.-1', 'posts.zzzzzzzzzzz', 'posts.1.2', 'nosuchlist.1', '%ff', '%'],
  ...['posts.%F0%9F%A6%86', 'a'.repeat(201), 'latest.1', 'trending.1.2', '%00', 'posts.1%00', '__proto__.1'],
]
const OTHER_METHODS = ['PUT', 'PATCH', 'OPTIONS', 'DELETE', 'POST', 'GET']

const takes = ({ endpoint }: Base, key: string) => endpoint.query !== undefined && key in endpoint.query.properties
const withQuery = (query: string) => (path: string) => `${path}?${query}`

const inQuery =
  (key: string, values: readonly string[], verdict: 'refused' | 'either'): Mutation =>
  (base, random) => {
    const value = random.pick(values)
    const url = withQuery(`${key}=${value}`)
    return takes(base, key) ? requestOf(base, { what: `${key}=${value}`, url, verdict }) : null
  }

const twice = (key: string, value: string): Mutation => {
  const url = withQuery(`${key}=${value}&${key}=${value}`)
  return (base) => (takes(base, key) ? requestOf(base, { what: `${key} twice`, url, verdict: 'refused' }) : null)
}

/** Replaces one parameter of the address. */
function withBadId(base: Base, random: Random) {
  const [key] = [...base.endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
  if (key === undefined) return null
  const id = random.pick(BAD_IDS)
  const url = () =>
    base.endpoint.path.replace(`:${key}`, () => id).replace(/:(\w+)/g, (_, other: string) => base.params[other] ?? '')
  // Any text may be a hashtag that nobody has used.
  const verdict = key === 'tag' ? 'either' : 'refused'
  return requestOf(base, { what: `the id ${id.slice(0, 40)}`, url, verdict })
}

export const BAD_ADDRESSES: readonly Mutation[] = [
  withBadId,
  withBadId,
  inQuery('limit', [...BAD_NUMBERS, '0'], 'refused'),
  inQuery('limit', ODD_NUMBERS, 'either'),
  inQuery('embed', BAD_NUMBERS, 'refused'),
  inQuery('embed', ODD_NUMBERS, 'either'),
  inQuery('cursor', BAD_CURSORS, 'refused'),
  inQuery('sort', ['', 'Latest', 'newest', '%00', '__proto__'], 'refused'),
  inQuery('for', ['', 'cover', '%00'], 'refused'),
  twice('limit', '5'),
  twice('embed', '5'),
  twice('cursor', 'posts.1'),
  twice('sort', 'latest'),
  (base, random) => {
    const query = random.pick([
      'a=%',
      '&&&',
      '=&=',
      'limit[]=1',
      '__proto__=1',
      'x'.repeat(4_000),
      '%ff=%ff',
      'a=1&'.repeat(500),
    ])
    return requestOf(base, { what: `the query ${query.slice(0, 30)}`, url: withQuery(query) })
  },
  (base, random) => {
    const { path } = base.endpoint
    const there = new Set<string>(
      // The address of a call is also that of a page for browsers.
      [...Object.values(ENDPOINTS), UNSUBSCRIBE_PAGE]
        .filter((other) => other.path === path)
        .map((other) => other.method),
    )
    // Such an address also matches routes of other calls.
    if (/^\/api\/(posts|users)\/:\w+$/.test(path)) there.add('POST')
    const method = random.pick(OTHER_METHODS.filter((other) => !there.has(other)))
    return requestOf(base, { what: `the method ${method}`, method, verdict: 'refused' })
  },
  (base, random) => {
    const end = random.pick(['/', '//', '/x', '%2f', '/..%2f', '.json', '%00', '/%ff'])
    const url = (path: string) => `${path}${end}`
    // After a parameter, the suffix may become a part of its value.
    const verdict =
      /:\w+$/.test(base.endpoint.path) || /^\/api\/(posts|users)/.test(base.endpoint.path) ? 'either' : 'refused'
    return requestOf(base, { what: `an address that ends on ${end}`, url, verdict })
  },
]
