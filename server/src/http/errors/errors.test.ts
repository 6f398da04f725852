import { Writable } from 'node:stream'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { ERRORS, type ErrorCode } from '@quack/contract'
import { ERROR_CODE_HEADER } from '@quack/contract/errors/client-errors'
import { CURSOR_LENGTH_MAX, JSON_BODY_MAX_BYTES } from '@quack/contract/rules/limits'
import { sql } from 'kysely'
import pino from 'pino'
import { describe, expect } from 'vitest'
import { startTestApp } from '../../../test/app.ts'
import type { Answer } from '../../../test/client.ts'
import { test as base } from '../../../test/fixtures.ts'
import { signUp } from '../../../test/members.ts'
import { asRefusal, malformed, refusal } from '../../../test/refusals.ts'
import { HEADERS } from '../raw/headers.ts'

const test = base.extend('post', ({ ann }) => {
  return (payload: string | Buffer, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    ann.send({ method: 'POST', url: '/api/posts', payload, headers })
})

describe('refusals', () => {
  test('are a JSON body of messages and a request id, and are never cached', async ({ ann }) => {
    const answers = [await ann.send({ url: '/api/posts/1' }), await ann.send({ url: '/api/posts/1' })]
    for (const { headers, body } of answers) {
      expect(headers['content-type']).toBe('application/json; charset=utf-8')
      expect(headers['cache-control']).toBe('no-store')
      expect(body).toEqual({ errors: [ERRORS.postUnknown.message], requestId: expect.stringMatching(/^\S+$/) })
    }
    const ids = answers.map(({ body }) => (body as { requestId: string }).requestId)
    expect(ids[0]).not.toBe(ids[1])
  })

  test('name their code in a header, also where the message tells a detail', async ({ ann, post }) => {
    const invalidPost = { method: 'POST', url: '/api/posts', payload: { postData: { content: 1 } } } as const
    const answers: [ErrorCode, Answer<unknown>][] = [
      ['postUnknown', await ann.send({ url: '/api/posts/1' })],
      ['pathUnknown', await ann.send({ url: '/api/nothing' })],
      ['bodyMalformed', await post('{')],
      ['requestMalformed', await ann.send({ url: '/api/posts?limit=0' })],
      ['fieldInvalid', await ann.send(invalidPost)],
    ]
    for (const [code, { status, headers }] of answers) {
      expect([status, headers[ERROR_CODE_HEADER]]).toEqual([ERRORS[code].status, code])
    }
  })

  test.for(['GET', 'POST', 'PUT', 'DELETE'] as const)(
    'of an unknown address of the API are JSON: %s',
    async (method, { ann }) => {
      for (const url of ['/api', '/api/', '/api/nothing', '/api/posts/1/2/3', '/nothing.js']) {
        expect(asRefusal(await ann.send({ method, url })), url).toEqual(refusal('pathUnknown'))
      }
    },
  )

  test.for(['{', '{"postData": {"content": "x"}', "{'postData': 1}", 'undefined', '{"a": 1} x', '\ufeff{}x'])(
    'of malformed JSON: %j',
    async (text, { post }) => {
      expect(asRefusal(await post(text))).toEqual(refusal('bodyMalformed'))
    },
  )

  test('of a wrong or missing content type', async ({ post }) => {
    const payload = '{"postData": {"content": "x"}}'
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', 'rubbish']) {
      expect(asRefusal(await post(payload, { 'content-type': type })), type).toEqual(refusal('contentTypeWrong'))
    }
    const form = 'multipart/form-data; boundary=x'
    expect(asRefusal(await post('--x--\r\n', { 'content-type': form }))).toEqual(refusal('contentTypeWrong'))
    expect(asRefusal(await post(Buffer.from(payload), {}))).toEqual(refusal('contentTypeWrong'))
    expect((await post(payload, { 'content-type': 'application/json; charset=utf-8' })).status).toBe(201)
  })

  test('of a body that is too large, and of one nested too deeply', async ({ post }) => {
    const bodyOf = (bytes: number) => JSON.stringify({ postData: { content: 'x' }, pad: '' }).padEnd(bytes, ' ')
    expect((await post(bodyOf(JSON_BODY_MAX_BYTES))).status).toBe(201)
    expect(asRefusal(await post(bodyOf(JSON_BODY_MAX_BYTES + 1)))).toEqual(refusal('bodyTooLarge'))
    const nested = `{"postData": ${'['.repeat(1_000)}${']'.repeat(1_000)}}`
    expect(asRefusal(await post(nested))).toEqual({ status: 422, message: 'The request body is nested too deeply.' })
  })

  // No decoder sees what a visitor sends, because decoders have had vulnerabilities (docs/security.md).
  test('of a compressed body, because none is decompressed', async ({ post }) => {
    const payload = '{"postData": {"content": "x"}}'
    const type = { 'content-type': 'application/json' }
    for (const [encoding, compress] of Object.entries({ br: brotliCompressSync, gzip: gzipSync })) {
      const answer = await post(compress(payload), { ...type, 'content-encoding': encoding })
      expect(asRefusal(answer), encoding).toEqual(refusal('bodyMalformed'))
    }
  })

  test('of an address with a NUL or a broken escape', async ({ ann }) => {
    for (const url of ['/api/posts/%00', '/api/users/a%00b', '/api/posts?cursor=%00', '/api/posts/%E0%A4%A', '/%']) {
      const answer = await ann.send({ url })
      expect(asRefusal(answer), url).toEqual(refusal('requestMalformed'))
      expect(answer.headers, url).toMatchObject(HEADERS)
    }
  })

  test.for<[string, string]>([
    ['limit=0', 'limit must be 1 or more.'],
    ['limit=101', 'limit must be 100 or less.'],
    ['limit=-1', 'limit must be 1 or more.'],
    ['limit=ten', 'limit must be of type integer.'],
    ['limit=1.5', 'limit must be of type integer.'],
    ['limit=', 'limit must be of type integer.'],
    ['limit=1&limit=2', 'limit must be of type integer.'],
    ['embed=-1', 'embed must be 0 or more.'],
    ['embed=101', 'embed must be 100 or less.'],
    ['embed=all', 'embed must be of type integer.'],
    ['cursor=', 'cursor is required.'],
    [`cursor=${'x'.repeat(CURSOR_LENGTH_MAX + 1)}`, `cursor must have at most ${CURSOR_LENGTH_MAX} characters.`],
  ])('of the query %.20s', async ([query, message], { ann }) => {
    expect(asRefusal(await ann.send({ url: `/api/posts?${query}` }))).toEqual(malformed(message))
  })

  test.for(['rubbish', 'posts', 'posts.', 'posts.!', 'members.1', 'posts.1.2', 'posts.zzzzzzzzzzzz', '..', 'posts.-1'])(
    'of the cursor %j',
    async (cursor, { ann }) => {
      expect(await ann.refuse('GET /api/posts', { query: { cursor } })).toEqual(refusal('cursorInvalid'))
    },
  )

  test('of an unexpected error have one constant message; the log has its detail under the same request id', async () => {
    const lines: string[] = []
    const sink = new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) })
    const broken = await startTestApp({ logger: pino({ level: 'error' }, sink) })
    const member = await signUp(broken)
    await broken.db.write((transaction) => sql`drop table bookmarks`.execute(transaction))
    const answer = await member.send({ url: '/api/users/bookmark' })
    await broken.close()
    const { requestId } = answer.body as { requestId: string }
    expect(answer.body).toEqual({ errors: [ERRORS.internal.message], requestId })
    expect(answer.status).toBe(500)
    const told = lines.filter((line) => line.includes(requestId)).join('')
    expect(told).toContain('bookmarks')
    expect(told).not.toContain(String(member.token))
  })
})
