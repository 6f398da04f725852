import { GUEST } from '@quack/contract/rules/demo'
import { describe, expect } from 'vitest'
import { startTestApp } from '../../../test/app.ts'
import { test as base } from '../../../test/fixtures.ts'
import { signUp, signUpGuest } from '../../../test/members.ts'
import type { MemberId } from '../../database/schema.ts'
import { anonymise } from '../account/removal.service.ts'
import { seedDemo } from '../demo/demo.seed.ts'
import { restore, suspend } from '../moderation/suspension.service.ts'
import { createPasswordReset, resetPassword } from '../passwords/passwords.service.ts'

const test = base
  .extend('options', { scope: 'file' }, () => ({ version: '9.8.7', guestLogin: true }))
  .extend('guest', { scope: 'file', auto: true }, ({ app }) => signUpGuest(app))

describe('meta', () => {
  test('returns what a client needs: limits, presets, the guest login, the version', async ({ app }) => {
    expect(await app.visitor.call('GET /api/meta')).toEqual({
      name: 'Quack',
      version: '9.8.7',
      passkeyHost: 'localhost',
      apps: true,
      mail: false,
      contact: null,
      guestLogin: true,
      moderated: false,
      signUp: { mode: 'open', question: '' },
      presetAvatars: expect.arrayContaining([{ url: '/avatars/duck-1.webp' }]),
      limits: {
        postMediaBytes: 20_971_520,
        avatarBytes: 10_485_760,
        postLength: 5_000,
        commentLength: 2_000,
        bioLength: 300,
        passwordMinLength: 8,
        passwordMaxLength: 200,
        pageMax: 100,
        embedMax: 100,
      },
    })
  })
})

describe('meta with the demo on', () => {
  test('offers the guest login while the public credentials work', async () => {
    const app = await startTestApp({ guestLogin: true })
    const isOffered = async () => (await app.visitor.call('GET /api/meta')).guestLogin
    expect(await isOffered()).toBe(false)
    const guest = await signUpGuest(app)
    const id = Number(guest._id) as MemberId
    expect(await Promise.all([isOffered(), isOffered()])).toEqual([true, true])
    await suspend(app.db, id)
    expect(await isOffered()).toBe(false)
    await restore(app.db, id)
    expect(await isOffered()).toBe(true)
    // The operator's one-time link can change the password.
    for (const password of ['another password', GUEST.password]) {
      await resetPassword(app.db, await createPasswordReset(app.db, id), password, '')
      expect(await isOffered()).toBe(password === GUEST.password)
    }
    await anonymise(app.db, id)
    expect(await isOffered()).toBe(false)
    // Another member who takes the username is not the guest.
    await signUp(app, GUEST)
    expect(await isOffered()).toBe(false)
    await app.close()
  })

  test('does not offer a guest login if members signed up before the demo was on', async () => {
    const app = await startTestApp({ guestLogin: true })
    await signUp(app)
    expect(await seedDemo(app.db, app.media, app.app.log)).toBe(false)
    expect((await app.visitor.call('GET /api/meta')).guestLogin).toBe(false)
    await app.close()
  })
})

describe('meta without the demo', () => {
  test('does not offer a guest login', async () => {
    const app = await startTestApp({ guestLogin: false })
    expect((await app.visitor.call('GET /api/meta')).guestLogin).toBe(false)
    await app.close()
  })
})
