import { once } from 'node:events'
import { connect } from 'node:net'
import { ERRORS, type ErrorCode } from '@quack/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { signUp, type TestMember } from '../../test/members.ts'
import { type Caches, createCaches } from '../caches.ts'

describe('broken HTTP', () => {
  let app: TestApp
  let port: number
  let caches: Caches | null = null
  let ann: TestMember

  beforeAll(async () => {
    app = await startTestApp({
      createCaches(log) {
        caches = createCaches(log)
        return caches
      },
    })
    port = Number(new URL(await app.app.listen({ host: '127.0.0.1', port: 0 })).port)
    ann = await signUp(app)
  })
  afterAll(() => app.close())

  /** @returns everything received until the server closes the connection */
  async function send(path: string, lines: readonly string[], version = '1.1'): Promise<string> {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8')
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.write([`GET ${path} HTTP/${version}`, ...lines, 'connection: close', '', ''].join('\r\n'))
    await once(socket, 'close')
    return answer
  }

  const PATHS: readonly [string, string, boolean][] = [
    ['before the framework', '/api/explore?limit=3', true],
    ['by the framework', `/api/explore?limit=3&${'x'.repeat(400)}=1`, false],
    ['where there is nothing', '/api/nothing', false],
  ]

  describe.each(PATHS)('of a request that is answered %s', (_, path, isFast) => {
    const authorization = () => `authorization: ${ann.token}`
    const sendWith = (...lines: string[]) => send(path, [authorization(), ...lines])

    beforeAll(async () => {
      await sendWith('host: a')
    })

    test.each<[string, string[]]>([
      ['is missing', []],
      ['is there twice', ['host: a', 'Host: a']],
      ['is there twice, with different hosts', ['host: a', 'accept: */*', 'HOST: b']],
      ['is no host', ['host: a b']],
      ['is a host with more behind it', ['host: a/b']],
      ['has somebody before the host', ['host: a@b']],
    ])('is refused with 400 if it %s', async (_, lines) => {
      const answer = await sendWith(...lines)
      expect(answer).toMatch(/^HTTP\/1\.1 400 /)
      expect(answer).toMatch(/^quack-error-code: requestMalformed\r$/m)
      const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as object
      expect(body).toEqual({ errors: [ERRORS.requestMalformed.message], requestId: expect.any(String) })
    })

    test.each(['a', 'quack.example:8080', 'a_b.example', '127.0.0.1', '[::1]:3000', ''])(
      '%j is valid',
      async (host) => {
        const before = caches?.plans.hits ?? 0
        const answer = await sendWith(`host: ${host}`)
        expect(answer).toMatch(isFast || path !== '/api/nothing' ? /^HTTP\/1\.1 200 / : /^HTTP\/1\.1 404 /)
        expect((caches?.plans.hits ?? 0) > before).toBe(isFast)
      },
    )

    test('may be missing in HTTP/1.0, and is never allowed twice', async () => {
      expect(await send(path, [authorization()], '1.0')).not.toMatch(/^HTTP\/1\.1 400 /)
      expect(await send(path, [authorization(), 'host: a', 'host: a'], '1.0')).toMatch(/^HTTP\/1\.1 400 /)
    })
  })

  test.each<[ErrorCode, string, string[]]>([
    ['requestMalformed', '/api/explore', ['host: a', 'no header']],
    ['bodyTooLarge', '/api/explore', ['host: a', `cookie: ${'x'.repeat(20_000)}`]],
  ])('%s is answered to what is no HTTP, with the code in a header', async (code, path, lines) => {
    const answer = await send(path, lines)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${ERRORS[code].status} `))
    expect(answer).toMatch(new RegExp(`^quack-error-code: ${code}\r$`, 'm'))
  })
})
