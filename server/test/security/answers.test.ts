import { ENDPOINTS } from '@quack/contract'
import pino from 'pino'
import { describe, expect } from 'vitest'
import { test as base } from '../fixtures.ts'
import { refusal } from '../refusals.ts'
import { decodeToken, forgeToken } from '../tokens.ts'

const SECRET = 'a secret of this test alone, of some length'

const test = base.extend('options', { scope: 'file' }, () => ({ secret: SECRET, logger: pino({ level: 'fatal' }) }))

describe('answers', () => {
  const calls = Object.values(ENDPOINTS).map(({ method, path }) => ({ method, url: path.replace(/:\w+/g, '1') }))

  test.for([
    ...calls,
    ...['/', '/no/such/page', '/media/x', '/healthz'].map((url) => ({ method: 'GET', url }) as const),
  ])(
    '$method $url has the security headers, sets no cookie and allows no other origin',
    async ({ method, url }, { app }) => {
      const { headers } = await app.visitor.send({ method, url, headers: { origin: 'https://evil.example' } })
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cross-origin-resource-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'strict-origin-when-cross-origin',
      })
      expect(String(headers['content-security-policy'])).not.toContain('unsafe')
      for (const absent of ['set-cookie', 'access-control-allow-origin', 'x-powered-by', 'server']) {
        expect(headers).not.toHaveProperty(absent)
      }
    },
  )

  test('refuse the CORS preflight requests of other sites', async ({ app }) => {
    const { status, headers } = await app.visitor.send({
      method: 'OPTIONS',
      url: '/api/posts',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect(status).toBe(405)
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })

  test.for(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'refuse a form that another site sends as %s',
    async (type, { app, ann }) => {
      const payload = '{"postData":{"content":"forged"}}'
      const headers = { 'content-type': type, cookie: `token=${ann.token}`, origin: 'https://evil.example' }
      expect((await app.visitor.send({ method: 'POST', url: '/api/posts', headers, payload })).status).toBe(401)
      const withToken = { ...headers, authorization: `Bearer ${ann.token}` }
      expect((await app.visitor.send({ method: 'POST', url: '/api/posts', headers: withToken, payload })).status).toBe(
        400,
      )
    },
  )

  test.for(['none', 'None', 'nOnE', '', 'HS384', 'HS512', 'RS256', 'ES256', 'PS256', 'EdDSA', null, 7])(
    'refuse a token with the algorithm %j',
    async (alg, { app, ann }) => {
      const claims = decodeToken(String(ann.token))
      const header = { alg, typ: 'JWT', kid: '../../secret.key', jku: 'https://evil.example/keys' }
      for (const token of [forgeToken(claims, SECRET, header), forgeToken(claims, '', header)]) {
        for (const form of [token, token.replace(/\.[^.]*$/, '.')]) {
          const answer = await app.visitor.send({ url: '/api/feed', headers: { authorization: `Bearer ${form}` } })
          expect(answer.status).toBe(refusal('tokenInvalid').status)
        }
      }
    },
  )

  test('refuse a token with the claims of another member', async ({ app, ann, bob }) => {
    const [own, others] = [decodeToken(String(ann.token)), decodeToken(String(bob.token))]
    // One member's id with the other's session, correctly signed, as only a stolen secret could do.
    const mixed = forgeToken({ ...own, sid: others.sid }, SECRET)
    const answer = await app.visitor.send({ url: '/api/feed', headers: { authorization: mixed } })
    expect(answer.status).toBe(401)
  })

  test('wait for a limited number of password hashes; further requests are refused with a time to retry', async ({
    app,
  }) => {
    const logIn = () =>
      app.visitor.send({ method: 'POST', url: '/api/auth/login', payload: { username: 'nobody', password: 'x' } })
    const answers = await Promise.all(Array.from({ length: 320 }, logIn))
    const refused = answers.filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(0)
    expect(answers.filter(({ status }) => status === 404).length).toBeGreaterThanOrEqual(100)
    expect(refused[0]?.body).toMatchObject({ errors: [refusal('unavailable').message] })
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
    // Afterwards it works as before.
    expect((await logIn()).status).toBe(404)
  })
})
