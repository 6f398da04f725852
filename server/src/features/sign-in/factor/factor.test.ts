import { describe, expect, vi } from 'vitest'
import { PASSWORD } from '../../../../test/answers.ts'
import { createClient } from '../../../../test/client.ts'
import { test as base } from '../../../../test/fixtures.ts'
import { signUpGuest, type TestMember } from '../../../../test/members.ts'
import { refusal } from '../../../../test/refusals.ts'
import { codeOf, enableFactor } from '../../../../test/second-factor.ts'
import type { MemberId } from '../../../database/schema.ts'
import { createPasswordReset } from '../../passwords/passwords.service.ts'

const STATE = 'GET /api/account/second-factor'
const SET_UP = 'POST /api/account/second-factor/setup'
const ENABLE = 'POST /api/account/second-factor/enable'
const DISABLE = 'POST /api/account/second-factor/disable'
const RENEW = 'POST /api/account/second-factor/recovery-codes'
const STEP_MS = 30_000

/** The time stands still in the middle of a step, so that no code becomes another while a test runs. */
const test = base
  .extend('options', { scope: 'file' }, () => ({ guestLogin: true }))
  .extend('clock', async ({ ann }, { onCleanup }) => {
    onCleanup(() => {
      vi.useRealTimers()
    })
    expect(ann.token).not.toBeNull()
    const start = Math.ceil(Date.now() / STEP_MS) * STEP_MS + STEP_MS / 2
    vi.useFakeTimers({ toFake: ['Date'], now: start })
    return { set: (steps: number) => vi.setSystemTime(start + steps * STEP_MS) }
  })
  .extend('factor', ({ ann, clock }) => {
    clock.set(0)
    return enableFactor(ann)
  })
  .extend('logIn', ({ app, ann }) => async (code?: string, password = PASSWORD) => {
    const body = { username: ann.username, password, ...(code === undefined ? {} : { code }) }
    const answer = await app.visitor.send({ method: 'POST', url: '/api/auth/login', payload: body })
    if (answer.status === 200) return createClient(app.app, (answer.body as { encodedToken: string }).encodedToken)
    return { status: answer.status, message: (answer.body as { errors: string[] }).errors[0] }
  })
  .extend('methodOf', () => async (result: unknown) => {
    const { sessions } = await (result as TestMember).call('GET /api/account/sessions')
    return sessions.find(({ current }) => current)?.method
  })

describe('a second factor', () => {
  test('is on once a code of the new secret is given', async ({ ann, clock }) => {
    clock.set(0)
    expect(await ann.refuse(ENABLE, { body: { code: '000000' } })).toEqual(refusal('factorNotSetUp'))
    const { secret, address } = await ann.call(SET_UP)
    expect(address).toBe(
      `otpauth://totp/Quack:${ann.username}?secret=${secret}&issuer=Quack&algorithm=SHA1&digits=6&period=30`,
    )
    expect(await ann.refuse(ENABLE, { body: { code: codeOf(secret, 2) } })).toEqual(refusal('codeInvalid'))
    expect(await ann.call(STATE)).toMatchObject({
      hasPassword: true,
      passkeys: 0,
      enabled: false,
      recoveryCodesLeft: 0,
    })
    const { recoveryCodes } = await ann.call(ENABLE, { body: { code: codeOf(secret) } })
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await ann.call(STATE)).toMatchObject({ enabled: true, recoveryCodesLeft: 10 })
    for (const call of [SET_UP, ENABLE] as const)
      expect(await ann.refuse(call, { body: { code: codeOf(secret, 1) } } as never)).toEqual(refusal('factorOn'))
  })

  test('is asked after the right password only', async ({ factor, logIn, methodOf }) => {
    expect(await logIn()).toEqual(refusal('codeNeeded'))
    expect(await logIn(undefined, 'not the password')).toEqual(refusal('credentialsInvalid'))
    expect(await logIn(codeOf(factor.secret, 1), 'not the password')).toEqual(refusal('credentialsInvalid'))
    expect(await logIn('000000')).toEqual(refusal('codeWrong'))
    expect(await methodOf(await logIn(codeOf(factor.secret, 1)))).toBe('password and code')
  })

  test('takes each code once, and none from before it', async ({ factor, logIn, clock }) => {
    expect(await logIn(codeOf(factor.secret))).toEqual(refusal('codeWrong'))
    const code = codeOf(factor.secret, 1)
    const answers = await Promise.all([logIn(code), logIn(code), logIn(code)])
    expect(answers.filter((answer) => 'token' in answer)).toHaveLength(1)
    clock.set(1)
    expect(await logIn(codeOf(factor.secret))).toEqual(refusal('codeWrong'))
    clock.set(2)
    expect(await logIn(codeOf(factor.secret))).toHaveProperty('token')
  })

  test('takes codes of a clock that is a step late or early, and no others', async ({ factor, logIn, clock }) => {
    clock.set(10)
    for (const shift of [-2, 2]) expect(await logIn(codeOf(factor.secret, shift))).toEqual(refusal('codeWrong'))
    for (const shift of [-1, 1]) expect(await logIn(codeOf(factor.secret, shift))).toHaveProperty('token')
  })

  test('takes each recovery code once instead, however it is typed', async ({ ann, factor, logIn, methodOf }) => {
    const [first = '', second = ''] = factor.recoveryCodes
    expect(await methodOf(await logIn(` ${first.toUpperCase().replaceAll('-', ' ')}`))).toBe(
      'password and recovery code',
    )
    expect(await logIn(first)).toEqual(refusal('codeWrong'))
    const answers = await Promise.all([logIn(second), logIn(second)])
    expect(answers.filter((answer) => 'token' in answer)).toHaveLength(1)
    expect((await ann.call(STATE)).recoveryCodesLeft).toBe(8)
    const { events } = await ann.call('GET /api/account/events')
    expect(events.filter(({ kind }) => kind === 'recoveryCodeUsed')).toHaveLength(2)
  })

  test('has new recovery codes instead of the old ones on request', async ({ ann, factor, logIn }) => {
    const { recoveryCodes } = await ann.call(RENEW)
    expect(await logIn(factor.recoveryCodes[0])).toEqual(refusal('codeWrong'))
    expect(await logIn(recoveryCodes[0])).toHaveProperty('token')
  })

  test('stays on when the password is reset', async ({ app, ann, factor, logIn }) => {
    const token = await createPasswordReset(app.db, Number(ann._id) as MemberId)
    await app.visitor.call('POST /api/auth/reset', { body: { token, password: 'a new password' } })
    expect(await logIn(undefined, 'a new password')).toEqual(refusal('codeNeeded'))
    expect(await logIn(codeOf(factor.secret, 1), 'a new password')).toHaveProperty('token')
  })

  test('can be turned off, and nothing of it stays', async ({ app, ann, factor, logIn }) => {
    expect(factor.recoveryCodes).toHaveLength(10)
    expect(await ann.call(DISABLE)).toEqual({})
    expect(await logIn()).toHaveProperty('token')
    for (const call of [DISABLE, RENEW] as const) expect(await ann.refuse(call)).toEqual(refusal('factorOff'))
    const left = await app.db.read
      .selectFrom('recovery_codes')
      .select('code_hash')
      .where('member_id', '=', Number(ann._id) as MemberId)
      .execute()
    expect(left).toEqual([])
  })

  test('changes after a recent authentication only', async ({ ann, factor, clock }) => {
    clock.set(40)
    expect((await ann.call(STATE)).confirmedUntil).toBeNull()
    const body = { code: codeOf(factor.secret) }
    for (const call of [SET_UP, ENABLE, DISABLE, RENEW] as const)
      expect(await ann.refuse(call, { body } as never)).toEqual(refusal('confirmationNeeded'))
  })

  test('is not stored in clear, nor are its recovery codes', async ({ app, factor }) => {
    const rows = [
      await app.db.read.selectFrom('second_factors').selectAll().execute(),
      await app.db.read.selectFrom('recovery_codes').selectAll().execute(),
    ]
    expect(rows.map((list) => list.length > 0)).toEqual([true, true])
    for (const secret of [factor.secret, ...factor.recoveryCodes]) expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('is not for guests, who share the account', async ({ app }) => {
    const guest = await signUpGuest(app)
    for (const call of [SET_UP, ENABLE, DISABLE, RENEW] as const)
      expect(await guest.refuse(call, { body: { code: '000000' } } as never)).toEqual(refusal('guestFixed'))
  })
})
