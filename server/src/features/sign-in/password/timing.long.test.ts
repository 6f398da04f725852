import { describe, expect } from 'vitest'
import { Authenticator } from '../../../../test/authenticator.ts'
import { test as base } from '../../../../test/fixtures.ts'
import { FROM, ORIGIN } from '../../../../test/mails.ts'
import { addPasskey } from '../../../../test/passkeys.ts'
import { compareTimes, type Kinds } from '../../../../test/timing.ts'
import { STOPPED_CLOCK, WITHOUT_BACKGROUND_WORK } from '../../../../test/without-background-work.ts'
import { createCaches } from '../../../caches.ts'

const ROUNDS = 80
const ATTEMPTS = 3
/**
 * Equal times stay within 0.2 of the middle in all but one of 10,000 runs (more than four standard deviations of
 * ranks). A kind that skips its hash, its signature or its row comes out near 0 or 1.
 */
const BAND = 0.2

const test = base
  .extend('options', { scope: 'file' }, () => ({
    ...WITHOUT_BACKGROUND_WORK,
    createCaches,
    publicUrl: ORIGIN,
    clock: STOPPED_CLOCK,
    mail: { location: { url: 'smtp://127.0.0.1:9', from: FROM }, timeoutMs: 1 },
  }))
  .extend('post', ({ app }) => (url: string, payload: object, status: number) => async () => {
    expect((await app.visitor.send({ method: 'POST', url, payload })).status).toBe(status)
  })

/** Again if they differ: what else the machine does can be periodic. A kind that skips something differs each time. */
async function expectAlike(kinds: Kinds) {
  const isAlike = (share: number) => Math.abs(share - 0.5) < BAND
  let compared: Record<string, number> = {}
  for (let count = 0; count < ATTEMPTS; count++) {
    compared = await compareTimes(kinds, ROUNDS)
    if (Object.values(compared).every(isAlike)) return
  }
  expect.fail(JSON.stringify(compared))
}

describe('nobody can tell by the time who exists', () => {
  test('at a request for a link', async ({ ann, post }) => {
    const forgot = (name: string) => post('/api/auth/forgot', { name }, 200)
    const unknown = ann.username.replace(/./, 'z')
    const kinds = {
      name: forgot(ann.username),
      'unknown name': forgot(unknown),
      address: forgot(`${ann.username}@example.com`),
      'unknown address': forgot(`${unknown}@example.com`),
    }
    await expectAlike(kinds)
  })

  test('at a log-in', async ({ app, ann, bob, post }) => {
    const logIn = (username: string, status: number) =>
      post('/api/auth/login', { username, password: 'wrong one' }, status)
    await app.db.write((transaction) =>
      transaction.updateTable('members').set({ password_hash: '' }).where('username', '=', bob.username).execute(),
    )
    const kinds = {
      known: logIn(ann.username, 401),
      unknown: logIn(ann.username.replace(/./, 'z'), 404),
      'without a password': logIn(bob.username, 401),
    }
    await expectAlike(kinds)
  })

  test('at a sign-in with a passkey', async ({ app, ann }) => {
    const { key: known } = await addPasskey(ann, undefined, 0, { origin: ORIGIN })
    const { options } = await app.visitor.call('POST /api/auth/passkey/options')
    // Signed by another key, or unknown: neither redeems the challenge.
    const unknown = new Authenticator()
    const credential = unknown.use(options, { origin: ORIGIN })
    const kinds = { known: { ...credential, id: known.id, rawId: known.id }, unknown: credential }
    const use = (body: object) => async () => {
      const answer = await app.visitor.send({ method: 'POST', url: '/api/auth/passkey', payload: { credential: body } })
      expect(answer.status).toBe(401)
    }
    await expectAlike({ known: use(kinds.known), unknown: use(kinds.unknown) })
  })
})
