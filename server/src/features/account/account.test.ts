import { GUEST } from '@quack/contract/rules/demo'
import { describe, expect, vi } from 'vitest'
import { PASSWORD } from '../../../test/answers.ts'
import { type Client, createClient } from '../../../test/client.ts'
import { test as base } from '../../../test/fixtures.ts'
import { signUpGuest, type TestMember } from '../../../test/members.ts'
import { invalid, refusal } from '../../../test/refusals.ts'
import type { MemberId } from '../../database/schema.ts'
import { createPasswordReset } from '../passwords/passwords.service.ts'

const FEED = 'GET /api/feed'
const SESSIONS = 'GET /api/account/sessions'
const CHANGE = 'POST /api/account/password'
const RESET = 'POST /api/auth/reset'
const NEW = 'a much better one'

const test = base
  .extend('options', { scope: 'file' }, () => ({ guestLogin: true }))
  .extend(
    'logIn',
    ({ app }) =>
      async (username: string, password = PASSWORD, userAgent = 'quack-test/1'): Promise<Client> => {
        const answer = await app.visitor.send({
          method: 'POST',
          url: '/api/auth/login',
          headers: { 'user-agent': userAgent },
          payload: { username, password },
        })
        if (answer.status !== 200) throw new Error(`${username} could not sign in: ${JSON.stringify(answer.body)}`)
        return createClient(app.app, (answer.body as { encodedToken: string }).encodedToken)
      },
  )
  .extend('refusesLogIn', ({ app }) => {
    return (username: string, password: string) =>
      app.visitor.refuse('POST /api/auth/login', { body: { username, password } })
  })
  .extend(
    'resetToken',
    ({ app }) =>
      ({ _id }: TestMember) =>
        createPasswordReset(app.db, Number(_id) as MemberId),
  )

describe('an account', () => {
  describe('its password', () => {
    test('changes if the present one is given; the other sessions end', async ({ ann, logIn, refusesLogIn }) => {
      const other = await logIn(ann.username)
      expect(await ann.call(CHANGE, { body: { currentPassword: PASSWORD, newPassword: NEW } })).toEqual({})
      expect((await ann.call(FEED)).posts).toEqual([])
      expect(await other.refuse(FEED)).toEqual(refusal('tokenInvalid'))
      expect(await refusesLogIn(ann.username, PASSWORD)).toEqual(refusal('credentialsInvalid'))
      await logIn(ann.username, NEW)
    })

    test('does not change if the present one is wrong or the new one too short', async ({ ann, logIn }) => {
      const change = (currentPassword: string, newPassword: string) =>
        ann.refuse(CHANGE, { body: { currentPassword, newPassword } })
      expect(await change(`${PASSWORD}!`, NEW)).toEqual(refusal('passwordWrong'))
      expect(await change(PASSWORD, 'short')).toEqual(invalid('newPassword must have at least 8 characters.'))
      await logIn(ann.username)
    })

    test('invalidates one-time links when it changes', async ({ app, ann, resetToken }) => {
      const token = await resetToken(ann)
      await ann.call(CHANGE, { body: { currentPassword: PASSWORD, newPassword: NEW } })
      expect(await app.visitor.refuse(RESET, { body: { token, password: 'yet another' } })).toEqual(
        refusal('resetTokenInvalid'),
      )
    })
  })

  describe('a one-time link', () => {
    test('sets a new password once and ends every session', async ({ app, ann, logIn, resetToken }) => {
      const token = await resetToken(ann)
      expect(await app.visitor.call(RESET, { body: { token, password: NEW } })).toEqual({})
      expect(await ann.refuse(FEED)).toEqual(refusal('tokenInvalid'))
      await logIn(ann.username, NEW)
      expect(await app.visitor.refuse(RESET, { body: { token, password: PASSWORD } })).toEqual(
        refusal('resetTokenInvalid'),
      )
    })

    test('works once even if it is used twice at the same instant', async ({ app, ann, resetToken }) => {
      const token = await resetToken(ann)
      const use = (password: string) =>
        app.visitor.send({ method: 'POST', url: '/api/auth/reset', payload: { token, password } })
      const answers = await Promise.all(['the first one', 'the second one', 'the third one'].map(use))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    })

    test('is refused with the same answer if it never existed or is a day old', async ({ app, ann, resetToken }) => {
      const token = await resetToken(ann)
      await app.db.write((transaction) =>
        transaction
          .deleteFrom('password_resets')
          .where('member_id', '=', Number(ann._id) as MemberId)
          .execute(),
      )
      const old = await resetToken(ann)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 60 * 60_000 })
      try {
        for (const bad of [token, old, 'rubbish']) {
          expect(await app.visitor.refuse(RESET, { body: { token: bad, password: NEW } })).toEqual(
            refusal('resetTokenInvalid'),
          )
        }
      } finally {
        vi.useRealTimers()
      }
    })

    test('is stored as a hash only', async ({ app, member, resetToken }) => {
      const token = await resetToken(await member('somebody'))
      const rows = await app.db.read.selectFrom('password_resets').selectAll().execute()
      expect(rows.length).toBeGreaterThan(0)
      expect(JSON.stringify(rows)).not.toContain(token)
    })
  })

  describe('its sessions', () => {
    test('are listed newest first with their devices', async ({ ann, logIn }) => {
      await logIn(ann.username, PASSWORD, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')
      const { sessions } = await ann.call(SESSIONS)
      expect(sessions.map(({ device, current }) => ({ device, current }))).toEqual([
        { device: 'Firefox on Linux', current: false },
        { device: 'lightMyRequest', current: true },
      ])
      const [newest] = sessions
      expect(Math.abs(Date.parse(newest?.createdAt ?? '') - Date.now())).toBeLessThan(60_000)
      expect(newest?.lastSeenAt).toBe(newest?.createdAt)
    })

    test('are listed page by page', async ({ ann, logIn }) => {
      await logIn(ann.username)
      const first = await ann.call(SESSIONS, { query: { limit: 1 } })
      const second = await ann.call(SESSIONS, { query: { limit: 1, cursor: first.nextCursor ?? '' } })
      expect([...first.sessions, ...second.sessions].map(({ current }) => current)).toEqual([false, true])
      expect(second.nextCursor).toBeNull()
    })

    test('show when they were last used, exact to the hour', async ({ ann }) => {
      const later = Date.now() + 3 * 60 * 60_000
      vi.useFakeTimers({ toFake: ['Date'], now: later })
      try {
        await ann.call(FEED)
        // The time is stored after the request, not before its answer.
        const lastSeen = async () => Date.parse((await ann.call(SESSIONS)).sessions[0]?.lastSeenAt ?? '')
        await expect.poll(lastSeen).toBeGreaterThan(later - 60_000)
      } finally {
        vi.useRealTimers()
      }
    })

    test('can be ended one by one', async ({ ann, logIn }) => {
      const other = await logIn(ann.username)
      const [{ _id: id } = { _id: '' }] = (await ann.call(SESSIONS)).sessions
      expect(await ann.call('DELETE /api/account/sessions/:id', { params: { id } })).toEqual({})
      expect(await other.refuse(FEED)).toEqual(refusal('tokenInvalid'))
      expect((await ann.call(SESSIONS)).sessions).toHaveLength(1)
      for (const gone of [id, 'rubbish']) {
        expect(await ann.refuse('DELETE /api/account/sessions/:id', { params: { id: gone } })).toEqual(
          refusal('sessionUnknown'),
        )
      }
    })

    test('cannot be ended by another member', async ({ ann, bob }) => {
      const [{ _id: id } = { _id: '' }] = (await ann.call(SESSIONS)).sessions
      expect(await bob.refuse('DELETE /api/account/sessions/:id', { params: { id } })).toEqual(
        refusal('sessionUnknown'),
      )
      expect((await ann.call(FEED)).posts).toEqual([])
    })

    test('can all be ended except the present one', async ({ ann, logIn }) => {
      const others = [await logIn(ann.username), await logIn(ann.username)]
      expect(await ann.call('DELETE /api/account/sessions')).toEqual({})
      for (const other of others) expect(await other.refuse(FEED)).toEqual(refusal('tokenInvalid'))
      expect((await ann.call(SESSIONS)).sessions).toEqual([expect.objectContaining({ current: true })])
    })
  })

  test('that guests share cannot be changed or deleted by one of them', async ({ app, logIn }) => {
    const guest = await signUpGuest(app)
    const other = await logIn(GUEST.username, GUEST.password)
    const [own] = (await guest.call(SESSIONS)).sessions
    expect((await guest.call(SESSIONS)).sessions).toEqual([expect.objectContaining({ current: true })])
    const body = { currentPassword: GUEST.password, newPassword: NEW }
    expect(await guest.refuse(CHANGE, { body })).toEqual(refusal('guestFixed'))
    const password = { body: { password: GUEST.password } }
    expect(await guest.refuse('POST /api/account/delete', password)).toEqual(refusal('guestFixed'))
    expect(await guest.refuse('DELETE /api/account/sessions')).toEqual(refusal('guestFixed'))
    const params = { id: own?._id ?? '' }
    expect(await guest.refuse('DELETE /api/account/sessions/:id', { params })).toEqual(refusal('guestFixed'))
    expect((await other.call(FEED)).posts).toEqual([])
  })
})
