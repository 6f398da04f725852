import { JSON_BODY_MAX_BYTES } from '@quack/contract/rules/limits'
import type { Random } from '@quack/testing/random'
import { type Base, type FuzzRequest, requestOf } from './bases.ts'

type Mutation = (base: Base, random: Random) => FuzzRequest | null

const WRONG = [null, 0, -1, 1.5, true, [], ['text'], {}, { a: { b: 1 } }]
const ODD_TEXT = [
  '\u202eright to left',
  'e\u0301'.repeat(40),
  'Z\u0351\u036b\u0343'.repeat(30),
  '👩‍👩‍👧‍👦'.repeat(10),
  '\ufeff\ufffe\uffff',
  '\u0001\u0008\u001f\u007f',
  '\u2028\u2029',
  '𝒳'.repeat(100),
  "'; drop table posts; --",
  '%s%n{{7*7}}<script>',
]

/** The objects in a body that can get a key: the body and the objects in it. */
function places(body: { [key: string]: unknown }): { [key: string]: unknown }[] {
  const inner = Object.values(body).filter((value) => typeof value === 'object' && value !== null)
  return [body, ...(inner as { [key: string]: unknown }[])]
}

/** A copy of the body with one changed field. */
function changeField(base: Base, random: Random, change: (place: { [key: string]: unknown }, key: string) => void) {
  const body = structuredClone(base.body) as { [key: string]: unknown }
  const place = random.pick(places(body))
  const key = random.pick(Object.keys(place))
  change(place, key)
  return JSON.stringify(body)
}

const json = { 'content-type': 'application/json' }
/** Whether the server parses the body as JSON. It does so even if the call declares no body. */
const isRead = ({ endpoint }: Base) => endpoint.method !== 'GET' && endpoint.consumes === undefined

const raw =
  (what: string, make: (random: Random) => string | Buffer): Mutation =>
  (base, random) =>
    isRead(base) ? requestOf(base, { what, body: make(random), headers: json, verdict: 'refused' }) : null

const inBody =
  (what: string, verdict: FuzzRequest['verdict'], make: (base: Base, random: Random) => string): Mutation =>
  (base, random) =>
    base.body === null ? null : requestOf(base, { what, body: make(base, random), verdict })

/** Inserts text in place of a value without JSON.stringify, which would make it well-formed. */
const spliced = (what: string, text: string) =>
  inBody(what, 'refused', (base, random) =>
    changeField(base, random, (place, key) => {
      place[key] = 'SPLICE'
    }).replace('"SPLICE"', text),
  )

export const BAD_BODIES: readonly Mutation[] = [
  inBody('a value of the wrong type', 'refused', (base, random) =>
    changeField(base, random, (place, key) => {
      const value = random.pick(WRONG)
      // An object in the body may be replaced by any other object, a boolean by the other one, and some numbers by
      // others.
      const isFit = typeof place[key] === typeof value && !Array.isArray(value)
      if (!isFit) place[key] = value
      else place[key] = typeof value === 'number' ? [7] : 7
    }),
  ),
  inBody('a field missing', 'either', (base, random) =>
    changeField(base, random, (place, key) => {
      delete place[key]
    }),
  ),
  inBody('another body altogether', 'refused', (_, random) =>
    JSON.stringify(random.pick([null, [], [{}], 'text', 5, true])),
  ),
  inBody('odd text', 'either', (base, random) =>
    changeField(base, random, (place, key) => {
      if (typeof place[key] === 'string') place[key] = random.pick(ODD_TEXT)
    }),
  ),
  inBody('text that is too long', 'either', (base, random) =>
    changeField(base, random, (place, key) => {
      if (typeof place[key] === 'string') place[key] = random.pick(['x', 'é', '🦆']).repeat(10_000)
    }),
  ),
  inBody('a key of objects', 'either', (base, random) =>
    changeField(base, random, (place) => {
      place[random.pick(['constructor', 'toString', 'hasOwnProperty', 'isAdmin', '_id', ''])] = random.pick([
        'x',
        1,
        {},
      ])
    }),
  ),
  spliced('half a surrogate pair', '"\\ud800"'),
  spliced('half a surrogate pair, the other', '"x\\udfff y"'),
  spliced('a NUL', '"a\\u0000b"'),
  spliced('a prototype', '{"__proto__":{"isAdmin":true}}'),
  spliced('a constructor’s prototype', '{"constructor":{"prototype":{"isAdmin":true}}}'),
  raw('a prototype at the top', () => '{"__proto__":{"isAdmin":true},"postData":{"content":"x"}}'),
  raw('a body that is too large', (random) =>
    JSON.stringify({ x: 'x'.repeat(JSON_BODY_MAX_BYTES + random.int(60_000)) }),
  ),
  raw('a body that is too deep', (random) => {
    const depth = 25 + random.int(15_000)
    return `${'['.repeat(depth)}${']'.repeat(depth)}`
  }),
  raw('an object that is too deep', (random) => {
    const depth = 25 + random.int(8_000)
    return `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  }),
  raw('JSON that is none', (random) =>
    random.pick([
      '{',
      '{"a":}',
      "{'a':1}",
      '{"a":1,}',
      '{"a":1}{',
      'NaN',
      'undefined',
      '{"a":1}x',
      '\u0000',
      '[1,2',
      '"',
    ]),
  ),
  raw('bytes', (random) => Buffer.from(Array.from({ length: 1 + random.int(40) }, () => 0x80 + random.int(0x80)))),
  (base, random) => {
    if (!base.body) return null
    const cut = JSON.stringify(base.body)
    return requestOf(base, {
      what: 'a cut body',
      body: cut.slice(0, 1 + random.int(cut.length - 2)),
      verdict: 'refused',
    })
  },
  (base, random) => {
    if (base.body === null) return null
    const type = random.pick([
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      ';;;',
      '*/*',
      'json',
    ])
    return requestOf(base, { what: 'a wrong content type', headers: { 'content-type': type }, verdict: 'refused' })
  },
  (base) =>
    base.endpoint.consumes || base.endpoint.method === 'GET'
      ? null
      : requestOf(base, {
          what: 'a form',
          headers: { 'content-type': 'multipart/form-data; boundary=x' },
          body: '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n',
          // A call without a body accepts a form.
          verdict: base.body ? 'refused' : 'either',
        }),
]
export type { Mutation }
