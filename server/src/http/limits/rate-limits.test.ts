import { ENDPOINTS, ERRORS } from '@quack/contract'
import { GUEST } from '@quack/contract/rules/demo'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { PASSWORD } from '../../../test/answers.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { createApps } from '../../../test/apps.ts'
import type { Client } from '../../../test/client.ts'
import { test as base } from '../../../test/fixtures.ts'
import { appoint, signUpGuest, signUp as signUpMember } from '../../../test/members.ts'
import { enableFactor } from '../../../test/second-factor.ts'
import type { MemberId } from '../../database/schema.ts'
import { suspend } from '../../features/moderation/suspension.service.ts'
import { localCounters } from './rate-counters.ts'
import { RATE_LIMITS } from './rate-limits.ts'

const test = base.extend('options', { scope: 'file' }, () => ({
  rateLimits: RATE_LIMITS,
  trustProxy: ['loopback'],
  guestLogin: true,
}))

describe('rate limits', () => {
  /** Unless given, the name differs per address, because attempts are counted by name too. */
  const logIn = (client: Client, address = '192.0.2.1', username = `nobody.${address.replaceAll(':', '-')}`) =>
    client.send({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'x-forwarded-for': address },
      payload: { username, password: 'xxxxxxxx' },
    })

  test('refuse the 21st log-in of an address in five minutes, with the time to wait', async ({ app, ann }) => {
    for (let index = 0; index < 20; index++) expect((await logIn(app.visitor)).status).toBe(404)
    const { status, body, headers } = await logIn(app.visitor)
    expect(status).toBe(429)
    expect((body as { errors: string[] }).errors).toEqual([ERRORS.tooManyRequests.message])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(5 * 60)
    // A token makes no difference, because this class counts by address.
    expect((await logIn(ann)).status).toBe(429)
    expect((await logIn(app.visitor, '192.0.2.2')).status).toBe(404)
  })

  const signUp = (client: Client, address: string, form: object = {}) =>
    client.send({ method: 'POST', url: '/api/auth/signup', headers: { 'x-forwarded-for': address }, payload: form })
  const formOf = (username: string) => ({
    ...{ firstName: 'A', lastName: 'B', email: 'a@example.com' },
    ...{ username, password: PASSWORD },
  })

  test('refuse the 201st attempt of an address to sign up in ten minutes, with a token too', async ({ app, ann }) => {
    for (let index = 0; index < 200; index++) {
      expect((await signUp(index % 2 ? ann : app.visitor, '192.0.2.3')).status).toBe(422)
    }
    for (const client of [ann, app.visitor]) expect((await signUp(client, '192.0.2.3')).status).toBe(429)
    expect((await signUp(ann, '192.0.2.4')).status).toBe(422)
  })

  test('let a class of 40 sign up from one address in ten minutes, each after a wrong attempt, and nobody else', async ({
    app,
    ann,
  }) => {
    const attempt = async (username: string, address = '192.0.2.5') =>
      (await signUp(app.visitor, address, formOf(username))).status
    for (let index = 0; index < 40; index++) {
      expect(await attempt(ann.username)).toBe(422)
      expect(await attempt(`pupil${index}`)).toBe(201)
    }
    const { status, headers } = await signUp(app.visitor, '192.0.2.5', formOf('pupil40'))
    expect(status).toBe(429)
    expect(Number(headers['retry-after'])).toBeGreaterThan(5 * 60)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(10 * 60)
    expect(await attempt('pupil40', '192.0.2.6')).toBe(201)
  })

  test('create no more accounts for concurrent sign-ups of an address', async ({ app }) => {
    const attempts = Array.from({ length: 50 }, (_, index) =>
      signUp(app.visitor, `2001:db8:7:7::${index + 1}`, formOf(`swarm${index}`)),
    )
    const statuses = (await Promise.all(attempts)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(40)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  })

  test('count a sign-up that waits for approval as an account', async ({ ownApp }) => {
    const owner = await appoint(ownApp, await signUpMember(ownApp), 'owner')
    await owner.call('POST /api/moderation/installation', { body: { signUp: { mode: 'approval', question: '' } } })
    const attempt = async (index: number) =>
      (await signUp(ownApp.visitor, '192.0.2.7', formOf(`applicant${index}`))).status
    for (let index = 0; index < 40; index++) expect(await attempt(index)).toBe(403)
    expect(await attempt(40)).toBe(429)
  })

  test('count the addresses of one /64 network together', async ({ app }) => {
    for (let index = 0; index < 20; index++) {
      expect((await logIn(app.visitor, `2001:db8:1:2::${index.toString(16)}`, `nobody${index}`)).status).toBe(404)
    }
    expect((await logIn(app.visitor, '2001:db8:1:2:ffff::1', 'nobody')).status).toBe(429)
    expect((await logIn(app.visitor, '2001:db8:1:3::1', 'nobody')).status).toBe(404)
  })

  test('refuse the 31st attempt on one account, even from many addresses', async ({ app }) => {
    const attempt = (index: number) => logIn(app.visitor, `198.51.100.${index}`, index % 2 ? 'Victim' : 'victim')
    for (let index = 0; index < 30; index++) expect((await attempt(index)).status).toBe(404)
    const answer = await attempt(30)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(5 * 60)
    expect((await logIn(app.visitor, '198.51.100.31', 'another')).status).toBe(404)
  })

  test('refuse the 6th code of an account in 15 minutes, from any address, and count none without the password', async ({
    app,
    ann,
  }) => {
    const { recoveryCodes } = await enableFactor(ann)
    const attempt = (index: number, code: string, password = PASSWORD) =>
      app.visitor.send({
        method: 'POST',
        url: '/api/auth/login',
        headers: { 'x-forwarded-for': `198.51.100.${100 + index}` },
        payload: { username: ann.username, password, code },
      })
    for (let index = 0; index < 6; index++) await attempt(index, 'no code', 'not the password')
    for (let index = 6; index < 11; index++) expect((await attempt(index, 'no code')).status).toBe(401)
    const answer = await attempt(11, recoveryCodes[0] ?? '')
    expect(answer.status).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(10 * 60)
    expect(await ann.call('GET /api/account/second-factor')).toMatchObject({ recoveryCodesLeft: 10 })
  })

  test('do not lock out the guests, whose password is public', async ({ app }) => {
    const attempt = (index: number) => logIn(app.visitor, `203.0.113.${index}`, GUEST.username)
    const guest = await signUpGuest(app)
    for (let index = 0; index < 35; index++) expect((await attempt(index)).status).toBe(401)
    // Only if the guest may sign in: otherwise the name may belong to a member.
    await suspend(app.db, Number(guest._id) as MemberId)
    for (let index = 40; index < 70; index++) expect((await attempt(index)).status).toBe(401)
    expect((await attempt(70)).status).toBe(429)
  })

  test('count the name of the form that lets an app in, however it is sent, and none without one', async ({
    app,
    ann,
  }) => {
    const { register, asked } = createApps(app.app)
    const client = new URLSearchParams(asked(await register()))
    let address = 0
    const attempt = (more: string, query = '') =>
      app.app.inject({
        method: 'POST',
        url: `/oauth/authorize?${query}`,
        headers: {
          'x-forwarded-for': `198.51.100.${address++}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: `${client}&decision=allow&${more}`,
      })
    const statusesOf = async (count: number, ...of: Parameters<typeof attempt>) => {
      const statuses = new Set<number>()
      for (let index = 0; index < count; index++) statuses.add((await attempt(...of)).statusCode)
      return [...statuses]
    }
    expect(await statusesOf(31, 'username=&token=unknown')).toEqual([403])
    const name = `=${ann.username}&password=wrong`
    expect(await statusesOf(10, `username${name}`)).toEqual([403])
    expect(await statusesOf(10, `username[]${name}`)).toEqual([403])
    expect(await statusesOf(10, '', `username${name}`)).toEqual([403])
    for (const more of [`username${name}`, `username[]${name}`]) expect(await statusesOf(1, more)).toEqual([429])
    expect(await statusesOf(1, '', `username${name}`)).toEqual([429])
  })

  test('let the owner confirm with the password after any number of attempts by strangers', async ({ app, member }) => {
    const owner = await member('owner')
    const home = '203.0.113.200'
    for (let index = 0; index < 30; index++) await logIn(app.visitor, `203.0.113.${100 + index}`, owner.username)
    // Also from the owner's own network.
    for (let index = 0; index < 20; index++) await logIn(app.visitor, home)
    expect((await logIn(app.visitor, home)).status).toBe(429)
    expect((await logIn(app.visitor, '203.0.113.201', owner.username)).status).toBe(429)
    const confirm = (path: string, payload: object) =>
      owner.send({ method: 'POST', url: `/api/account/${path}`, headers: { 'x-forwarded-for': home }, payload })
    const change = await confirm('password', { currentPassword: PASSWORD, newPassword: 'another one' })
    expect(change.status).toBe(200)
    expect((await confirm('delete', { password: 'another one' })).status).toBe(200)
  })

  test('refuse the 11th guess of the password with one session, with any call and from any address', async ({
    app,
    bob,
  }) => {
    const { encodedToken: stolen } = await app.visitor.call('POST /api/auth/login', {
      body: { username: bob.username, password: PASSWORD },
    })
    const calls = [
      { url: '/api/account/password', payload: { currentPassword: 'not this one', newPassword: 'another one' } },
      { url: '/api/account/delete', payload: { password: 'not this one' } },
    ]
    const guess = (index: number, token: string | null) =>
      app.visitor.send({
        method: 'POST',
        ...(calls[index % 2] ?? {}),
        headers: { authorization: String(token), 'x-forwarded-for': `2001:db8:9:${index}::1` },
      })
    for (let index = 0; index < 10; index++) expect((await guess(index, stolen)).status).toBe(422)
    const { status, headers } = await guess(10, stolen)
    expect(status).toBe(429)
    expect(Number(headers['retry-after'])).toBeGreaterThan(5 * 60)
    // Other sessions of the member are not affected, nor are log-ins.
    expect((await guess(11, bob.token)).status).toBe(422)
    const body = { username: bob.username, password: PASSWORD }
    expect((await app.visitor.call('POST /api/auth/login', { body })).foundUser._id).toBe(bob._id)
  })

  test('count each class and each member separately', async ({ app, ann, bob }) => {
    expect((await app.visitor.send({ url: '/api/posts' })).status).toBe(200)
    const write = (member: Client) => member.send({ method: 'POST', url: '/api/posts', payload: { postData: {} } })
    for (let index = 0; index < 179; index++) expect((await write(ann)).status).toBe(422)
    // Calls of one class are counted together.
    expect((await ann.send({ method: 'POST', url: `/api/users/follow/${ann._id}` })).status).toBe(404)
    expect((await write(ann)).status).toBe(429)
    expect((await write(bob)).status).toBe(422)
    expect((await ann.send({ url: '/api/feed' })).status).toBe(200)
  })

  test('are reported in the standard headers', async ({ member }) => {
    const cleo = await member('cleo')
    await cleo.send({ url: '/api/feed' })
    const { headers } = await cleo.send({ url: '/api/feed' })
    expect(headers).toMatchObject({ 'ratelimit-limit': '900', 'ratelimit-remaining': '898' })
    expect(Number(headers['ratelimit-reset'])).toBeGreaterThan(0)
    expect(headers).not.toHaveProperty('retry-after')
  })

  describe('of one request', () => {
    const one = { max: 1, timeWindow: 60_000 }
    let strict: TestApp
    let addresses = 0

    beforeAll(async () => {
      const names = ['signup', 'signin', 'confirm', 'read', 'search', 'write', 'report', 'upload'] as const
      const limits = { ...RATE_LIMITS, ...Object.fromEntries(names.map((name) => [name, one])) }
      strict = await startTestApp({ rateLimits: limits, trustProxy: ['loopback'] })
    })
    afterAll(() => strict.close())

    test.each(Object.entries(ENDPOINTS))('limit %s', async (name, { method, path, access }) => {
      // A new member and a new address. The sign-up counts in another class.
      const headers = { 'x-forwarded-for': `192.0.2.${++addresses}` }
      const form = { firstName: 'A', lastName: 'B', email: 'a@example.com', username: `of_${name}`, password: PASSWORD }
      const joined = await strict.visitor.send({ method: 'POST', url: '/api/auth/signup', headers, payload: form })
      const { encodedToken, createdUser } = joined.body as { encodedToken: string; createdUser: { _id: string } }
      if (access === 'moderator' || access === 'owner') await appoint(strict, createdUser, 'owner')
      const member = { ...headers, authorization: encodedToken, 'x-forwarded-for': `198.51.100.${addresses}` }
      const send = () => strict.visitor.send({ method, url: path.replace(/:\w+/g, '1'), headers: member })
      expect((await send()).status).not.toBe(429)
      // A log-out has ended its session.
      expect((await send()).status).toBe(path === ENDPOINTS.logOut.path ? 401 : 429)
    })
  })
})

test('a counter of one node starts again when its window is over', async () => {
  let now = 1_000
  const counters = localCounters(() => now)
  expect(await counters.count('a', 500)).toEqual({ current: 1, ttl: 500 })
  now += 499
  expect(await counters.count('a', 500)).toEqual({ current: 2, ttl: 1 })
  expect(await counters.count('b', 500)).toEqual({ current: 1, ttl: 500 })
  now += 1
  expect(await counters.count('a', 500)).toEqual({ current: 1, ttl: 500 })
})

test('a counter of one node takes requests back, in their window alone', async () => {
  let now = 1_000
  const counters = localCounters(() => now)
  await counters.uncount('a')
  for (const current of [1, 2]) expect((await counters.count('a', 500)).current).toBe(current)
  await counters.uncount('a')
  expect(await counters.count('a', 500)).toEqual({ current: 2, ttl: 500 })
  now += 500
  await counters.uncount('a')
  expect(await counters.count('a', 500)).toEqual({ current: 1, ttl: 500 })
})

test('a node keeps a bounded number of counters: a further one evicts that whose window began first', async () => {
  let now = 1_000
  const counters = localCounters(() => now, 3)
  for (const key of ['a', 'b', 'c']) counters.countNow(key, 500)
  now += 500
  // The window of `a` begins again, after those of `b` and `c`.
  counters.countNow('a', 500)
  counters.countNow('d', 500)
  counters.countNow('e', 500)
  expect(counters.countNow('a', 500).current).toBe(2)
  // Any number of evictions later, the oldest is still found.
  for (let index = 0; index < 1_000; index++) counters.countNow(`f${index}`, 500)
  expect(counters.countNow('f999', 500).current).toBe(2)
  expect(counters.countNow('f997', 500).current).toBe(2)
  expect(counters.countNow('f996', 500).current).toBe(1)
})
