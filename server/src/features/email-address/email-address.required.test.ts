import { GUEST } from '@quack/contract/rules/demo'
import { sql } from 'kysely'
import pino from 'pino'
import { describe, expect } from 'vitest'
import { PASSWORD } from '../../../test/answers.ts'
import { startTestApp } from '../../../test/app.ts'
import { createClient } from '../../../test/client.ts'
import { test as base } from '../../../test/mail-fixtures.ts'
import { FROM, ORIGIN } from '../../../test/mails.ts'
import { addPasskey } from '../../../test/passkeys.ts'
import { asRefusal, refusal } from '../../../test/refusals.ts'
import { RATE_LIMITS } from '../../http/limits/rate-limits.ts'

const LOGIN = { method: 'POST', url: '/api/auth/login' } as const

const LOG: string[] = []

const test = base.extend('options', { scope: 'file' }, ({ clock, mailServer }) => ({
  logger: pino({ level: 'warn' }, { write: (line: string) => void LOG.push(line) }),
  publicUrl: ORIGIN,
  guestLogin: true,
  clock,
  mail: { location: { url: mailServer.url, from: FROM }, timeoutMs: 60_000, isConfirmationRequired: true },
}))

describe('with REQUIRE_CONFIRMED_EMAIL', () => {
  test('a member signs in once the address is confirmed', async ({ app, mailServer }) => {
    const email = 'new@example.com'
    const form = { firstName: 'New', lastName: 'One', email, username: 'new_one', password: PASSWORD }
    const signedUp = await app.visitor.send({ method: 'POST', url: '/api/auth/signup', payload: form })
    expect(asRefusal(signedUp)).toEqual(refusal('emailUnconfirmed'))
    await expect.poll(() => mailServer.mails).toHaveLength(1)
    const logIn = async () => asRefusal(await app.visitor.send({ ...LOGIN, payload: form }))
    expect(await logIn()).toEqual(refusal('emailUnconfirmed'))
    // Only who knows the password is told.
    const wrong = { ...form, password: 'a wrong one' }
    expect(asRefusal(await app.visitor.send({ ...LOGIN, payload: wrong }))).toEqual(refusal('credentialsInvalid'))
    // A link that was sent just now is not sent again.
    await app.db.write((transaction) =>
      transaction
        .updateTable('email_tokens')
        .set({ created_at: 0 } as never)
        .execute(),
    )
    expect(await logIn()).toEqual(refusal('emailUnconfirmed'))
    await expect.poll(() => mailServer.mails).toHaveLength(2)
    const token = mailServer.mails.at(-1)?.links[0]?.split('/').at(-1) ?? ''
    await app.visitor.call('POST /api/auth/email', { body: { token } })
    const signedIn = await app.visitor.send({ ...LOGIN, payload: form })
    expect((await app.visitor.call('GET /api/meta')).mail).toBe(true)
    // A passkey leads no further than the password.
    const { encodedToken } = signedIn.body as { encodedToken: string }
    const { key } = await addPasskey(createClient(app.app, encodedToken), 'Key', 0, { origin: ORIGIN })
    await app.db.write((transaction) => transaction.updateTable('members').set({ email_confirmed_at: null }).execute())
    const { options } = await app.visitor.call('POST /api/auth/passkey/options')
    const body = { credential: key.use(options, { origin: ORIGIN }) }
    expect(await app.visitor.refuse('POST /api/auth/passkey', { body })).toEqual(refusal('emailUnconfirmed'))
  })

  test('a sign-up whose address is not confirmed yet counts as an account of its network', async ({ options }) => {
    const strict = await startTestApp({
      ...options,
      // The mails of other tests are counted.
      mail: { ...options.mail, location: { url: 'smtp://127.0.0.1:1', from: FROM } },
      logger: pino({ level: 'silent' }),
      rateLimits: { ...RATE_LIMITS, account: { max: 1, timeWindow: 60_000 } },
    })
    const signUp = async (username: string) => {
      const payload = { firstName: 'A', lastName: 'B', email: 'a@example.com', username, password: PASSWORD }
      return asRefusal(await strict.visitor.send({ method: 'POST', url: '/api/auth/signup', payload }))
    }
    try {
      expect(await signUp('admin')).toEqual(refusal('usernameReserved'))
      expect(await signUp('first')).toEqual(refusal('emailUnconfirmed'))
      expect(await signUp('second')).toEqual(refusal('tooManyRequests'))
    } finally {
      await strict.close()
    }
  })

  test('a link that cannot be queued changes no answer, and is logged', async ({ app }) => {
    const form = { firstName: 'No', lastName: 'Link', email: 'no@example.com', username: 'no_link', password: PASSWORD }
    await app.visitor.send({ method: 'POST', url: '/api/auth/signup', payload: form })
    const rename = (from: string, to: string) =>
      app.db.write((transaction) => sql`alter table ${sql.ref(from)} rename to ${sql.ref(to)}`.execute(transaction))
    await rename('email_tokens', 'other_tokens')
    try {
      expect(asRefusal(await app.visitor.send({ ...LOGIN, payload: form }))).toEqual(refusal('emailUnconfirmed'))
      await expect.poll(() => LOG).toEqual([expect.stringContaining('could not queue a mail')])
    } finally {
      await rename('other_tokens', 'email_tokens')
    }
  })

  test('the guest of the demo needs no address', async ({ app }) => {
    const form = { firstName: 'A', lastName: 'Guest', email: 'guest@example.com', ...GUEST }
    await app.visitor.send({ method: 'POST', url: '/api/auth/signup', payload: form })
    await app.db.write((transaction) =>
      sql`update members set is_shared = 1 where username = ${GUEST.username}`.execute(transaction),
    )
    expect((await app.visitor.send({ ...LOGIN, payload: { ...GUEST } })).status).toBe(200)
  })
})
