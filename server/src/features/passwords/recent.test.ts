import type { Route } from '@quack/contract'
import { GUEST } from '@quack/contract/rules/demo'
import { describe, expect, vi } from 'vitest'
import { PASSWORD } from '../../../test/answers.ts'
import { type Client, createClient } from '../../../test/client.ts'
import { test as base } from '../../../test/fixtures.ts'
import { signUpGuest } from '../../../test/members.ts'
import { asRefusal, refusal } from '../../../test/refusals.ts'

const CONFIRM = 'POST /api/account/confirm'
const CHANGE = 'POST /api/account/password'
const ARCHIVE = { method: 'GET', url: '/api/account/archive' } as const
const NEW = 'a much better one'
const MINUTE = 60_000

/** The calls that need a recent authentication, without anything that confirms it. */
const PROTECTED: readonly (readonly [Route, object])[] = [
  [CHANGE, { newPassword: NEW }],
  ['POST /api/account/delete', {}],
  ['GET /api/account/archive', {}],
  ['POST /api/account/tokens', { name: 'A script', scopes: 'read' }],
]

const test = base
  .extend('options', { scope: 'file' }, () => ({ guestLogin: true }))
  .extend('after', async ({ ann }, { onCleanup }) => {
    // The member has signed up before the time stands still.
    expect(ann.token).not.toBeNull()
    onCleanup(() => {
      vi.useRealTimers()
    })
    const start = Date.now()
    return (minutes: number) => vi.useFakeTimers({ toFake: ['Date'], now: start + minutes * MINUTE })
  })
  .extend('send', () => async (client: Client, [route, payload]: readonly [string, object]) => {
    const [method, url = ''] = route.split(' ')
    return client.send({ method: method as 'GET', url, ...(method === 'GET' ? {} : { payload }) })
  })

describe('a recent authentication', () => {
  test.for(PROTECTED)('is needed 15 minutes after its last use for %s', async (call, { ann, after, send }) => {
    after(16)
    expect(asRefusal(await send(ann, call))).toEqual(refusal('confirmationNeeded'))
    await ann.call(CONFIRM, { body: { password: PASSWORD } })
    expect((await send(ann, call)).status).toBeLessThan(300)
  })

  test('is renewed by its use, up to an hour', async ({ ann, after }) => {
    for (const minutes of [14, 28, 42, 56]) {
      after(minutes)
      expect((await ann.send(ARCHIVE)).status).toBe(200)
    }
    after(61)
    expect(asRefusal(await ann.send(ARCHIVE))).toEqual(refusal('confirmationNeeded'))
    await ann.call(CONFIRM, { body: { password: PASSWORD } })
    after(77)
    expect(asRefusal(await ann.send(ARCHIVE))).toEqual(refusal('confirmationNeeded'))
  })

  test('tells until when it is valid', async ({ ann, after }) => {
    after(30)
    const { confirmedUntil } = await ann.call(CONFIRM, { body: { password: PASSWORD } })
    expect(Date.parse(confirmedUntil) - Date.now()).toBeGreaterThan(14 * MINUTE)
  })

  test('is for one session', async ({ app, ann, after }) => {
    after(16)
    const body = { username: ann.username, password: PASSWORD }
    const { encodedToken } = await app.visitor.call('POST /api/auth/login', { body })
    expect((await createClient(app.app, encodedToken).send(ARCHIVE)).status).toBe(200)
    expect(asRefusal(await ann.send(ARCHIVE))).toEqual(refusal('confirmationNeeded'))
  })

  test('by a wrong password is refused', async ({ ann, after }) => {
    after(16)
    expect(await ann.refuse(CONFIRM, { body: { password: `${PASSWORD}!` } })).toEqual(refusal('passwordWrong'))
    expect(asRefusal(await ann.send(ARCHIVE))).toEqual(refusal('confirmationNeeded'))
  })

  test('is not needed by a call with the password', async ({ ann, after }) => {
    after(16)
    const wrong = { body: { currentPassword: `${PASSWORD}!`, newPassword: NEW } }
    expect(await ann.refuse(CHANGE, wrong)).toEqual(refusal('passwordWrong'))
    expect(await ann.call(CHANGE, { body: { currentPassword: PASSWORD, newPassword: NEW } })).toEqual({})
    after(32)
    expect(await ann.call('POST /api/account/delete', { body: { password: NEW } })).toEqual({})
  })

  test('is not needed by guests, who cannot confirm', async ({ app, after }) => {
    const guest = await signUpGuest(app)
    expect(await guest.refuse(CONFIRM, { body: { password: GUEST.password } })).toEqual(refusal('guestFixed'))
    expect((await guest.call('GET /api/account/events')).events).toEqual([])
    after(16)
    expect((await guest.send(ARCHIVE)).status).toBe(200)
  })
})
