import { createHook } from 'node:async_hooks'
import { describe, expect } from 'vitest'
import { Authenticator } from '../../../../test/authenticator.ts'
import { test as base } from '../../../../test/fixtures.ts'
import { ORIGIN } from '../../../../test/mails.ts'
import { addPasskey } from '../../../../test/passkeys.ts'
import { WITHOUT_BACKGROUND_WORK } from '../../../../test/without-background-work.ts'
import { createCaches } from '../../../caches.ts'

/** Names of the work that Node gives to threads. That of native modules has no name: here, the hashes of passwords. */
const KINDS = { undefined: 'passwordHashes', HASHREQUEST: 'digests', SIGNREQUEST: 'signatures' } as const

type ThreadWork = Record<(typeof KINDS)[keyof typeof KINDS], number>

/**
 * Counts what a call gives to threads. That is nearly all of the time that a sign-in takes, and unlike the time it does
 * not depend on the machine. Nothing else may run meanwhile.
 */
async function countThreadWork(call: () => Promise<unknown>): Promise<ThreadWork> {
  const work: ThreadWork = { passwordHashes: 0, digests: 0, signatures: 0 }
  const hook = createHook({
    init(_id, kind) {
      const name = KINDS[kind as keyof typeof KINDS]
      if (name !== undefined) work[name]++
    },
  })
  hook.enable()
  try {
    await call()
  } finally {
    hook.disable()
  }
  return work
}

// timing.long.test.ts compares the times. forgot.test.ts has the same of a request for a link.

const test = base
  // Queries are counted, so answers are not compared with those of another path.
  .extend('options', { scope: 'file' }, () => ({ ...WITHOUT_BACKGROUND_WORK, createCaches, publicUrl: ORIGIN }))
  /** Sends a request twice, and counts for the second time: at the first one, modules are loaded. */
  .extend('workOf', ({ app }) => async (url: string, payload: object, status: number) => {
    const send = async () => {
      expect((await app.visitor.send({ method: 'POST', url, payload })).status).toBe(status)
    }
    await send()
    const before = app.db.stats().queries_total ?? 0
    const work = await countThreadWork(send)
    return { ...work, queries: (app.db.stats().queries_total ?? 0) - before }
  })

describe('the same work is done, whoever exists', () => {
  test('at a log-in', async ({ app, ann, bob, workOf }) => {
    const logIn = (username: string, status: number) =>
      workOf('/api/auth/login', { username, password: 'wrong one' }, status)
    await app.db.write((transaction) =>
      transaction.updateTable('members').set({ password_hash: '' }).where('username', '=', bob.username).execute(),
    )
    const known = await logIn(ann.username, 401)
    expect(known).toEqual({ passwordHashes: 1, digests: 0, signatures: 0, queries: 2 })
    expect(await logIn(ann.username.replace(/./, 'z'), 404)).toEqual(known)
    // Without a password.
    expect(await logIn(bob.username, 401)).toEqual(known)
  })

  test('at a sign-in with a passkey', async ({ app, ann, workOf }) => {
    const { key } = await addPasskey(ann, undefined, 0, { origin: ORIGIN })
    const { options } = await app.visitor.call('POST /api/auth/passkey/options')
    // Signed by another key, or unknown: neither redeems the challenge.
    const unknown = new Authenticator().use(options, { origin: ORIGIN })
    const known = { ...unknown, id: key.id, rawId: key.id }
    const signIn = (credential: object) => workOf('/api/auth/passkey', { credential }, 401)
    const work = await signIn(known)
    expect(work).toEqual({ passwordHashes: 0, digests: 2, signatures: 1, queries: 1 })
    expect(await signIn(unknown)).toEqual(work)
  })
})
