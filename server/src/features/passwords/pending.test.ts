import type { ReceivedMail } from '@quack/testing/mail-server'
import { describe, expect } from 'vitest'
import { PASSWORD } from '../../../test/answers.ts'
import type { TestApp } from '../../../test/app.ts'
import { Authenticator } from '../../../test/authenticator.ts'
import type { Client } from '../../../test/client.ts'
import { test as base } from '../../../test/mail-fixtures.ts'
import { ORIGIN } from '../../../test/mails.ts'
import type { TestMember } from '../../../test/members.ts'
import { addPasskey } from '../../../test/passkeys.ts'
import { signInAgain } from '../../../test/push.ts'
import { refusal } from '../../../test/refusals.ts'
import { codeOf, enableFactor } from '../../../test/second-factor.ts'
import type { MemberId } from '../../database/schema.ts'
import { findEmail } from '../email-address/tokens/email-tokens.queries.ts'
import { suspend } from '../moderation/suspension.service.ts'
import { findFactor } from '../sign-in/factor/factor.queries.ts'
import { resetFactors } from '../sign-in/factor/factor.service.ts'
import { createPasswordReset } from './passwords.service.ts'

const RESET = 'POST /api/auth/reset'
const CONFIRM_EMAIL = 'POST /api/auth/email'
const EMAIL = 'GET /api/account/email'
const CHANGE_EMAIL = 'POST /api/account/email'
const PASSKEY_OPTIONS = 'POST /api/account/passkeys/options'
const SET_UP = 'POST /api/account/second-factor/setup'
const ENABLE = 'POST /api/account/second-factor/enable'
const HERE = { origin: ORIGIN, rpId: new URL(ORIGIN).hostname }
const CHANGE_PASSWORD = { currentPassword: PASSWORD, newPassword: 'another one' }

const idOf = ({ _id }: { readonly _id: string }) => Number(_id) as MemberId
const addOwnPasskey = (member: Client) => addPasskey(member, undefined, 0, HERE)

const test = base
  /** The token of the link in the only mail to an address. */
  .extend('tokenTo', ({ mailServer }) => async (address: string): Promise<string> => {
    const found = (): readonly ReceivedMail[] => mailServer.mails.filter(({ to }) => to.includes(address))
    await expect.poll(() => found().length).toBe(1)
    return found()[0]?.links[0]?.split('/').at(-1) ?? ''
  })
  /** Signs up, and opens the link. */
  .extend('owner', async ({ app, member, tokenTo }) => {
    const email = `owner-${Math.random().toString(36).slice(2)}@example.com`
    const owner = await member('ann', { email })
    await app.visitor.call(CONFIRM_EMAIL, { body: { token: await tokenTo(email) } })
    return owner
  })

interface End {
  /** Before the thief begins. */
  readonly prepare?: (owner: TestMember) => Promise<unknown>
  readonly end: (app: TestApp, owner: TestMember) => Promise<unknown>
}

const ENDS: Readonly<Record<string, End>> = {
  'a new password': { end: (_, owner) => owner.call('POST /api/account/password', { body: CHANGE_PASSWORD }) },
  'a one-time link': {
    end: async (app, owner) => {
      const token = await createPasswordReset(app.db, idOf(owner))
      return app.visitor.call(RESET, { body: { token, password: 'another one' } })
    },
  },
  'the end of all other sessions': { end: (_, owner) => owner.call('DELETE /api/account/sessions') },
  'the end of the thief’s session': {
    end: async (_, owner) => {
      const { sessions } = await owner.call('GET /api/account/sessions')
      const other = sessions.find(({ current }) => !current)
      return owner.call('DELETE /api/account/sessions/:id', { params: { id: other?._id ?? '' } })
    },
  },
  'a suspension': { end: (app, owner) => suspend(app.db, idOf(owner)) },
  'a reset of the factors': { end: (app, owner) => resetFactors(app.db, idOf(owner)) },
  'the start of a second factor': { end: (_, owner) => enableFactor(owner) },
  'the end of a second factor': {
    prepare: enableFactor,
    end: (_, owner) => owner.call('POST /api/account/second-factor/disable'),
  },
  'new recovery codes': {
    prepare: enableFactor,
    end: (_, owner) => owner.call('POST /api/account/second-factor/recovery-codes'),
  },
  'another passkey': { end: (_, owner) => addOwnPasskey(owner) },
  'the end of a passkey': {
    prepare: addOwnPasskey,
    end: async (_, owner) => {
      const [passkey] = (await owner.call('GET /api/account/passkeys')).passkeys
      return owner.call('DELETE /api/account/passkeys/:id', { params: { id: passkey?._id ?? '' } })
    },
  },
}

describe('what a thief has begun', () => {
  test.for(Object.keys(ENDS))('is not taken after %s', async (name, { app, owner, tokenTo }) => {
    const thief = await signInAgain(app, owner.username)
    await ENDS[name]?.prepare?.(owner)
    await thief.call('POST /api/account/confirm', { body: { password: PASSWORD } })
    const before = await findEmail(app.db.primary, idOf(owner))

    const theirs = `thief-${Object.keys(ENDS).indexOf(name)}@example.com`
    await thief.call(CHANGE_EMAIL, { body: { email: theirs } })
    const token = await tokenTo(theirs)
    const link = await createPasswordReset(app.db, idOf(owner))
    const credential = new Authenticator().create((await thief.call(PASSKEY_OPTIONS)).options, HERE)
    // Refused while there is one.
    await thief.send({ method: 'POST', url: '/api/account/second-factor/setup' })

    await ENDS[name]?.end(app, owner)
    expect(await app.visitor.refuse(CONFIRM_EMAIL, { body: { token } })).toEqual(refusal('emailTokenInvalid'))
    expect(await findEmail(app.db.primary, idOf(owner))).toEqual(before)
    const reset = { token: link, password: 'of the thief' }
    expect(await app.visitor.refuse(RESET, { body: reset })).toEqual(refusal('resetTokenInvalid'))
    expect((await findFactor(app.db.primary, idOf(owner)))?.enabled_at).not.toBeNull()
    // The session, or its confirmation, has ended.
    const answer = await thief.send({ method: 'POST', url: '/api/account/passkeys', payload: { credential } })
    expect([refusal('tokenInvalid').status, refusal('confirmationNeeded').status]).toContain(answer.status)
  })
})

describe('what a session has begun', () => {
  test('goes on while its member changes factors and ends other sessions', async ({ app, owner, tokenTo }) => {
    const other = await signInAgain(app, owner.username)
    await owner.call(CHANGE_EMAIL, { body: { email: 'own.next@example.com' } })
    const { passkey } = await addOwnPasskey(owner)
    await owner.call('DELETE /api/account/passkeys/:id', { params: { id: passkey._id } })
    await enableFactor(owner)
    await owner.call('POST /api/account/second-factor/disable')
    expect((await other.call('GET /api/account/second-factor')).confirmedUntil).toBeNull()
    await owner.call('DELETE /api/account/sessions')
    await app.visitor.call(CONFIRM_EMAIL, { body: { token: await tokenTo('own.next@example.com') } })
    expect(await owner.call(EMAIL)).toEqual({ email: 'own.next@example.com', confirmed: true, pending: null })
  })

  test('does not go on after a new password, though it stays', async ({ app, owner, tokenTo }) => {
    await owner.call(CHANGE_EMAIL, { body: { email: 'before@example.com' } })
    const token = await tokenTo('before@example.com')
    const credential = new Authenticator().create((await owner.call(PASSKEY_OPTIONS)).options, HERE)
    await owner.call('POST /api/account/password', { body: CHANGE_PASSWORD })
    expect(await app.visitor.refuse(CONFIRM_EMAIL, { body: { token } })).toEqual(refusal('emailTokenInvalid'))
    expect(await owner.call(EMAIL)).toMatchObject({ pending: null })
    const add = () => owner.refuse('POST /api/account/passkeys', { body: { credential } })
    expect(await add()).toEqual(refusal('confirmationNeeded'))
  })

  test('keeps the link of the sign-up, which is not its own', async ({ app, member, tokenTo }) => {
    const ann = await member('ann', { email: 'new.here@example.com' })
    const token = await tokenTo('new.here@example.com')
    await addOwnPasskey(ann)
    await app.visitor.call(CONFIRM_EMAIL, { body: { token } })
    expect(await ann.call(EMAIL)).toMatchObject({ confirmed: true })
  })

  test('is a second factor that no other session turns on', async ({ app, owner }) => {
    const other = await signInAgain(app, owner.username)
    const { secret } = await other.call(SET_UP)
    const enable = { body: { code: codeOf(secret) } }
    expect(await owner.refuse(ENABLE, enable)).toEqual(refusal('factorNotSetUp'))
    await other.call(ENABLE, enable)
  })
})
