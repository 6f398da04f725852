import { once } from 'node:events'
import { connect } from 'node:net'
import { ERRORS, type ErrorCode } from '@quack/contract'
import { describe, expect } from 'vitest'
import { test as base } from '../../../test/fixtures.ts'
import { type Caches, createCaches } from '../../caches.ts'
import type { InvalidationLog } from '../../database/invalidation-log.ts'

const test = base
  /** The server's caches, once it is built. */
  .extend('built', { scope: 'file' }, (): { caches: Caches | null } => ({ caches: null }))
  .extend('options', { scope: 'file' }, ({ built }) => ({
    createCaches(log: InvalidationLog) {
      built.caches = createCaches(log)
      return built.caches
    },
  }))
  /** @returns everything received until the server closes the connection */
  .extend('send', ({ address }) => async (path: string, lines: readonly string[], version = '1.1'): Promise<string> => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1').setEncoding('utf8')
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.write([`GET ${path} HTTP/${version}`, ...lines, 'connection: close', '', ''].join('\r\n'))
    await once(socket, 'close')
    return answer
  })
  /** As a member. */
  .extend('sendWith', ({ ann, send }) => {
    return (path: string, ...lines: string[]) => send(path, [`authorization: ${ann.token}`, ...lines])
  })

describe('broken HTTP', () => {
  const PATHS: readonly [string, string, boolean][] = [
    ['before the framework', '/api/explore?limit=3', true],
    ['by the framework', `/api/explore?limit=3&${'x'.repeat(400)}=1`, false],
    ['where there is nothing', '/api/nothing', false],
  ]

  describe.each(PATHS)('of a request that is answered %s', (_, path, isFast) => {
    test.beforeEach(({ sendWith }) => sendWith(path, 'host: a'))

    test.for<[string, string[]]>([
      ['is missing', []],
      ['is there twice', ['host: a', 'Host: a']],
      ['is there twice, with different hosts', ['host: a', 'accept: */*', 'HOST: b']],
      ['is no host', ['host: a b']],
      ['is a host with more behind it', ['host: a/b']],
      ['has somebody before the host', ['host: a@b']],
    ])('is refused with 400 if it %s', async ([_, lines], { sendWith }) => {
      const answer = await sendWith(path, ...lines)
      expect(answer).toMatch(/^HTTP\/1\.1 400 /)
      expect(answer).toMatch(/^quack-error-code: requestMalformed\r$/m)
      const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as object
      expect(body).toEqual({ errors: [ERRORS.requestMalformed.message], requestId: expect.any(String) })
    })

    test.for(['a', 'quack.example:8080', 'a_b.example', '127.0.0.1', '[::1]:3000', ''])(
      '%j is valid',
      async (host, { built, sendWith }) => {
        const before = built.caches?.plans.hits ?? 0
        const answer = await sendWith(path, `host: ${host}`)
        expect(answer).toMatch(isFast || path !== '/api/nothing' ? /^HTTP\/1\.1 200 / : /^HTTP\/1\.1 404 /)
        expect((built.caches?.plans.hits ?? 0) > before).toBe(isFast)
      },
    )

    test('may be missing in HTTP/1.0, and is never allowed twice', async ({ ann, send }) => {
      expect(await send(path, [`authorization: ${ann.token}`], '1.0')).not.toMatch(/^HTTP\/1\.1 400 /)
      expect(await send(path, [`authorization: ${ann.token}`, 'host: a', 'host: a'], '1.0')).toMatch(/^HTTP\/1\.1 400 /)
    })
  })

  test.for<[ErrorCode, string, string[]]>([
    ['requestMalformed', '/api/explore', ['host: a', 'no header']],
    ['bodyTooLarge', '/api/explore', ['host: a', `cookie: ${'x'.repeat(20_000)}`]],
  ])('%s is answered to what is no HTTP, with the code in a header', async ([code, path, lines], { send }) => {
    const answer = await send(path, lines)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${ERRORS[code].status} `))
    expect(answer).toMatch(new RegExp(`^quack-error-code: ${code}\r$`, 'm'))
  })
})
