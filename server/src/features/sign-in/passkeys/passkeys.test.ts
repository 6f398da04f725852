import { PASSKEYS_MAX } from '@quack/contract/rules/limits'
import { describe, expect, vi } from 'vitest'
import { PASSWORD } from '../../../../test/answers.ts'
import { Authenticator, type Behaviour } from '../../../../test/authenticator.ts'
import { type Client, createClient } from '../../../../test/client.ts'
import { test as base } from '../../../../test/fixtures.ts'
import { signUpGuest } from '../../../../test/members.ts'
import { addPasskey, confirmByPasskey, signInBody } from '../../../../test/passkeys.ts'
import { asRefusal, refusal } from '../../../../test/refusals.ts'
import type { MemberId } from '../../../database/schema.ts'
import { anonymise } from '../../account/removal.service.ts'
import { suspend } from '../../moderation/suspension.service.ts'

const LIST = 'GET /api/account/passkeys'
const START = 'POST /api/account/passkeys/options'
const ADD = 'POST /api/account/passkeys'
const RENAME = 'POST /api/account/passkeys/:id'
const REMOVE = 'DELETE /api/account/passkeys/:id'
const START_SIGN_IN = 'POST /api/auth/passkey/options'
const SIGN_IN = 'POST /api/auth/passkey'
const START_CONFIRM = 'POST /api/account/confirm/options'
const CONFIRM = 'POST /api/account/confirm'
const REMOVE_PASSWORD = 'DELETE /api/account/password'
const EVENTS = 'GET /api/account/events'
const MINUTE = 60_000

const idOf = ({ _id }: { readonly _id: string }) => Number(_id) as MemberId

const test = base
  .extend('options', { scope: 'file' }, () => ({ guestLogin: true }))
  .extend('after', async ({ ann }, { onCleanup }) => {
    onCleanup(() => {
      vi.useRealTimers()
    })
    expect(ann.token).not.toBeNull()
    const start = Date.now()
    return (minutes: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: start + minutes * MINUTE })
    }
  })
  .extend('signIn', ({ app }) => async (key: Authenticator, behaviour: Behaviour = {}): Promise<Client> => {
    const { options } = await app.visitor.call(START_SIGN_IN)
    const { encodedToken } = await app.visitor.call(SIGN_IN, { body: { credential: key.use(options, behaviour) } })
    return createClient(app.app, encodedToken)
  })

describe('a passkey', () => {
  test('is added, named, listed and used to sign in without a username', async ({ app, ann, signIn }) => {
    const { options } = await ann.call(START)
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    })
    expect(Buffer.from(options.user.id, 'base64url').toString()).toBe(ann._id)
    const { key, passkey } = await addPasskey(ann, ' My phone ')
    expect(passkey).toMatchObject({ name: 'My phone', backedUp: true, usable: true, lastUsedAt: null })
    expect((await ann.call(START)).options.excludeCredentials).toEqual([
      { id: key.id, type: 'public-key', transports: ['internal'] },
    ])
    const params = { id: passkey._id }
    expect((await ann.call(RENAME, { params, body: { name: 'My tablet' } })).passkey.name).toBe('My tablet')
    const session = await signIn(key)
    const [listed] = (await session.call(LIST)).passkeys
    expect(listed?.lastUsedAt).not.toBeNull()
    const { sessions } = await session.call('GET /api/account/sessions')
    expect(sessions.find(({ current }) => current)?.method).toBe('passkey')
    const { events } = await session.call(EVENTS)
    expect(events.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['signedIn', 'passkey'],
      ['passkeyAdded', 'My phone'],
      ['signedIn', 'password'],
    ])
    expect((await app.visitor.call('GET /api/meta')).passkeyHost).toBe('localhost')
  })

  test('is removed, and does not sign in any more', async ({ app, ann }) => {
    const { key, passkey } = await addPasskey(ann)
    expect(await ann.call(REMOVE, { params: { id: passkey._id } })).toEqual({})
    const body = await signInBody(app.visitor, key)
    expect(await app.visitor.refuse(SIGN_IN, { body })).toEqual(refusal('passkeyRefused'))
    expect(await ann.refuse(REMOVE, { params: { id: passkey._id } })).toEqual(refusal('passkeyUnknown'))
    expect((await ann.call(EVENTS)).events[0]?.kind).toBe('passkeyRemoved')
  })

  test('of another member is neither renamed nor removed, nor does it confirm', async ({ ann, bob }) => {
    const { key, passkey } = await addPasskey(bob)
    const params = { id: passkey._id }
    expect(await ann.refuse(RENAME, { params, body: { name: 'Mine' } })).toEqual(refusal('passkeyUnknown'))
    expect(await ann.refuse(REMOVE, { params })).toEqual(refusal('passkeyUnknown'))
    const { options } = await ann.call(START_CONFIRM)
    const body = { credential: key.use(options) }
    expect(await ann.refuse(CONFIRM, { body })).toEqual(refusal('passkeyInvalid'))
    const again = { credential: key.create((await ann.call(START)).options) }
    expect(await ann.refuse(ADD, { body: again })).toEqual(refusal('passkeyKnown'))
  })

  test.for<[string, Behaviour]>([
    ['made on another site', { origin: 'https://quack.example' }],
    ['made at another port of this host over https', { origin: 'null' }],
    ['of another host', { rpId: 'quack.example' }],
    ['used without verifying the member', { isVerified: false }],
    ['of another type', { type: 'payment.get' }],
    ['with the handle of another member', { userHandle: Buffer.from('1').toString('base64url') }],
  ])('is refused if it is %s', async ([, behaviour], { app, ann }) => {
    const { key } = await addPasskey(ann)
    const { options } = await app.visitor.call(START_SIGN_IN)
    const body = { credential: key.use(options, behaviour) }
    expect(await app.visitor.refuse(SIGN_IN, { body })).toEqual(refusal('passkeyRefused'))
    if (behaviour.userHandle) return
    const created = new Authenticator().create((await ann.call(START)).options, behaviour)
    expect(await ann.refuse(ADD, { body: { credential: created } })).toEqual(refusal('passkeyInvalid'))
  })

  test('is refused if its signature or its data are of another', async ({ app, ann, bob }) => {
    const [{ key }, { key: other }] = [await addPasskey(ann), await addPasskey(bob)]
    const { options } = await app.visitor.call(START_SIGN_IN)
    const { response } = other.use(options)
    const rubbish = { ...response, clientDataJSON: 'AAAA' }
    for (const forged of [response, rubbish]) {
      const body = { credential: { ...key.use(options), response: forged } }
      expect(await app.visitor.refuse(SIGN_IN, { body })).toEqual(refusal('passkeyRefused'))
    }
    const body = {
      credential: { ...key.create((await ann.call(START)).options), response: { ...rubbish, attestationObject: 'oA' } },
    }
    expect(await ann.refuse(ADD, { body })).toEqual(refusal('passkeyInvalid'))
  })

  test('with a counter of 0 or a lower one locks nobody out, and a lower one is reported', async ({ ann, signIn }) => {
    const { key } = await addPasskey(ann, 'A key', 7)
    await signIn(key, { counter: 8 })
    expect((await ann.call(EVENTS)).events.some(({ kind }) => kind === 'passkeySuspicious')).toBe(false)
    await signIn(key, { counter: 8 })
    await signIn(key, { counter: 0 })
    await signIn(key, { counter: 0 })
    const suspicious = (await ann.call(EVENTS)).events.filter(({ kind }) => kind === 'passkeySuspicious')
    expect(suspicious).toHaveLength(2)
  })

  test('does not let suspended and deleted members in', async ({ app, ann, bob }) => {
    const keys = [(await addPasskey(ann)).key, (await addPasskey(bob)).key]
    await suspend(app.db, idOf(ann))
    await anonymise(app.db, idOf(bob))
    const bodies = await Promise.all(keys.map((key) => signInBody(app.visitor, key)))
    const refusals = await Promise.all(bodies.map((body) => app.visitor.refuse(SIGN_IN, { body })))
    expect(refusals).toEqual([refusal('accountSuspended'), refusal('passkeyRefused')])
  })

  test(`is one of at most ${PASSKEYS_MAX}`, async ({ ann }) => {
    for (let count = 1; count < PASSKEYS_MAX; count++) await addPasskey(ann)
    const pair = [await ann.call(START), await ann.call(START)]
    const [first, second] = pair.map(({ options }) => ({ credential: new Authenticator().create(options) }))
    if (!first || !second) throw new Error('There are two.')
    await ann.call(ADD, { body: first })
    expect(await ann.refuse(ADD, { body: second })).toEqual(refusal('tooManyPasskeys'))
    expect(await ann.refuse(START)).toEqual(refusal('tooManyPasskeys'))
  })

  test('changes after a recent authentication only, which another passkey gives', async ({ ann, after }) => {
    const { key, passkey } = await addPasskey(ann)
    const { options: early } = await ann.call(START)
    after(16)
    const params = { id: passkey._id }
    const late = { credential: new Authenticator().create({ ...early, challenge: 'AAAA' }) }
    expect(await ann.refuse(START)).toEqual(refusal('confirmationNeeded'))
    expect(await ann.refuse(ADD, { body: late })).toEqual(refusal('challengeInvalid'))
    expect(await ann.refuse(RENAME, { params, body: { name: 'Mine' } })).toEqual(refusal('confirmationNeeded'))
    expect(await ann.refuse(REMOVE, { params })).toEqual(refusal('confirmationNeeded'))
    expect(await ann.refuse(REMOVE_PASSWORD)).toEqual(refusal('confirmationNeeded'))
    const { options } = await ann.call(START_CONFIRM)
    expect(options.allowCredentials.map(({ id }) => id)).toEqual([key.id])
    const { confirmedUntil } = await ann.call(CONFIRM, { body: { credential: key.use(options) } })
    expect(Date.parse(confirmedUntil)).toBeGreaterThan(Date.now() + 14 * MINUTE)
    const { options: fresh } = await ann.call(START)
    after(20)
    await ann.call(ADD, { body: { credential: new Authenticator().create(fresh) } })
  })

  test('is not added once the confirmation has ended, with a challenge that has not', async ({ app, ann }) => {
    const credential = new Authenticator().create((await ann.call(START)).options)
    const sessions = (transaction: typeof app.db.read) => transaction.updateTable('sessions').set({ confirmed_at: 0 })
    await app.db.write((transaction) => sessions(transaction).where('member_id', '=', idOf(ann)).execute())
    expect(await ann.refuse(ADD, { body: { credential } })).toEqual(refusal('confirmationNeeded'))
  })

  test('is not for guests, who share the account', async ({ app, ann }) => {
    const guest = await signUpGuest(app)
    const key = new Authenticator()
    const { options } = await app.visitor.call(START_SIGN_IN)
    const created = key.create((await ann.call(START)).options)
    const params = { id: '1' }
    const calls = [
      guest.refuse(START),
      guest.refuse(ADD, { body: { credential: created } }),
      guest.refuse(RENAME, { params, body: { name: 'Mine' } }),
      guest.refuse(REMOVE, { params }),
      guest.refuse(REMOVE_PASSWORD),
      guest.refuse(START_CONFIRM),
      guest.refuse(CONFIRM, { body: { credential: key.use(options) } }),
    ]
    for (const call of calls) expect(await call).toEqual(refusal('guestFixed'))
  })
})

describe('an account without a password', () => {
  test('is deleted after a confirmation by passkey', async ({ app, ann, after }) => {
    const { key } = await addPasskey(ann)
    await addPasskey(ann)
    await ann.call(REMOVE_PASSWORD)
    const remove = (body: object) => ann.send({ method: 'POST', url: '/api/account/delete', payload: body })
    after(16)
    // What is stored for no password is no password.
    for (const body of [{ password: '' }, { password: PASSWORD }])
      expect((await remove(body)).status).toBeGreaterThanOrEqual(400)
    expect(asRefusal(await remove({}))).toEqual(refusal('confirmationNeeded'))
    const { options } = await ann.call(START_CONFIRM)
    await ann.call(CONFIRM, { body: { credential: key.use(options) } })
    expect((await remove({})).status).toBe(200)
    expect(await app.visitor.refuse(SIGN_IN, { body: await signInBody(app.visitor, key) })).toEqual(
      refusal('passkeyRefused'),
    )
  })
})

describe('a challenge', () => {
  test('is answered once, even at the same instant', async ({ app, ann }) => {
    const { key } = await addPasskey(ann)
    const body = await signInBody(app.visitor, key)
    const answers = await Promise.all(
      [1, 2, 3].map(() => app.visitor.send({ method: 'POST', url: '/api/auth/passkey', payload: body })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    expect(await app.visitor.refuse(SIGN_IN, { body })).toEqual(refusal('challengeInvalid'))
  })

  test('is for one purpose and one session', async ({ app, ann, signIn }) => {
    const { key } = await addPasskey(ann)
    const other = await signIn(key)
    const { options: toSignIn } = await app.visitor.call(START_SIGN_IN)
    const { options: toConfirm } = await ann.call(START_CONFIRM)
    const { options: toAdd } = await ann.call(START)
    const refused = refusal('challengeInvalid')
    expect(await app.visitor.refuse(SIGN_IN, { body: { credential: key.use(toConfirm) } })).toEqual(refused)
    expect(await ann.refuse(CONFIRM, { body: { credential: key.use(toSignIn) } })).toEqual(refused)
    expect(await other.refuse(CONFIRM, { body: { credential: key.use(toConfirm) } })).toEqual(refused)
    const credential = new Authenticator().create(toAdd)
    expect(await other.refuse(ADD, { body: { credential } })).toEqual(refused)
  })

  test('is valid for five minutes, and not for another one that looks like it', async ({ app, ann, after }) => {
    const { key } = await addPasskey(ann)
    const { options } = await app.visitor.call(START_SIGN_IN)
    const refused = refusal('challengeInvalid')
    for (const challenge of [`${options.challenge}=`, options.challenge.slice(1), 'AAAA', ''])
      expect(await app.visitor.refuse(SIGN_IN, { body: { credential: key.use({ ...options, challenge }) } })).toEqual(
        refused,
      )
    after(6)
    expect(await app.visitor.refuse(SIGN_IN, { body: { credential: key.use(options) } })).toEqual(refused)
  })
})

describe('a password', () => {
  test('can be removed while two passkeys work, and set again', async ({ app, ann, signIn }) => {
    const [one, two] = [await addPasskey(ann), await addPasskey(ann)]
    const other = await signIn(one.key)
    expect(await ann.call(REMOVE_PASSWORD)).toEqual({})
    expect(await other.refuse(LIST)).toEqual(refusal('tokenInvalid'))
    const body = { username: ann.username, password: PASSWORD }
    expect(await app.visitor.refuse('POST /api/auth/login', { body })).toEqual(refusal('credentialsInvalid'))
    expect(await ann.refuse(CONFIRM, { body: { password: PASSWORD } })).toEqual(refusal('passwordWrong'))
    expect(await ann.refuse(CONFIRM, { body: {} })).toEqual(refusal('passwordWrong'))
    expect(await ann.refuse(REMOVE_PASSWORD)).toEqual(refusal('confirmationNeeded'))
    await confirmByPasskey(ann, one.key)
    expect(await ann.refuse(REMOVE_PASSWORD)).toEqual(refusal('passwordMissing'))
    expect(await ann.call('GET /api/account/second-factor')).toMatchObject({ hasPassword: false, passkeys: 2 })
    await ann.call(REMOVE, { params: { id: one.passkey._id } })
    expect(await ann.refuse(REMOVE, { params: { id: two.passkey._id } })).toEqual(refusal('lastWayIn'))
    await ann.call('POST /api/account/password', { body: { newPassword: 'another one' } })
    await app.visitor.call('POST /api/auth/login', { body: { ...body, password: 'another one' } })
    await ann.call(CONFIRM, { body: { password: 'another one' } })
    await ann.call(REMOVE, { params: { id: two.passkey._id } })
    const kinds = (await ann.call(EVENTS)).events.map(({ kind }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['passwordRemoved', 'passwordSet']))
  })

  test('stays while fewer than two passkeys work', async ({ ann }) => {
    await addPasskey(ann)
    expect(await ann.refuse(REMOVE_PASSWORD)).toEqual(refusal('passkeysNeeded'))
  })
})
