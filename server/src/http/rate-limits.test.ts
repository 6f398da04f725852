import { ERRORS } from '@quack/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import type { Client } from '../../test/client.ts'
import { signUp, type TestMember } from '../../test/members.ts'

describe('rate limits', () => {
  let app: TestApp
  let ann: TestMember
  let bob: TestMember

  beforeAll(async () => {
    app = await startTestApp({ rateLimits: true })
    ann = await signUp(app)
    bob = await signUp(app)
  })
  afterAll(() => app.close())

  const logIn = (client: Client) =>
    client.send({ method: 'POST', url: '/api/auth/login', payload: { username: 'nobody', password: 'xxxxxxxx' } })

  test('refuse the 21st log-in of an address in five minutes, and say how long to wait', async () => {
    for (let index = 0; index < 20; index++) expect((await logIn(app.visitor)).status).toBe(404)
    const { status, body, headers } = await logIn(app.visitor)
    expect(status).toBe(429)
    expect((body as { errors: string[] }).errors).toEqual([ERRORS.tooManyRequests.message])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(5 * 60)
    // Nor by a token: what counts here is the address.
    expect((await logIn(ann)).status).toBe(429)
  })

  test('count each class and each member alone', async () => {
    expect((await app.visitor.send({ url: '/api/posts' })).status).toBe(200)
    const write = (member: Client) => member.send({ method: 'POST', url: '/api/posts', payload: { postData: {} } })
    for (let index = 0; index < 180; index++) expect((await write(ann)).status).toBe(422)
    expect((await write(ann)).status).toBe(429)
    expect((await write(bob)).status).toBe(422)
    expect((await ann.send({ url: '/api/feed' })).status).toBe(200)
  })
})
