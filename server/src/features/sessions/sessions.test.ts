import { describe, expect } from 'vitest'
import { PASSWORD } from '../../../test/answers.ts'
import { createClient } from '../../../test/client.ts'
import { test as base } from '../../../test/fixtures.ts'
import { asRefusal, invalid, refusal } from '../../../test/refusals.ts'
import { decodeToken, forgeToken } from '../../../test/tokens.ts'

const SECRET = 'a secret of this test alone, of some length'
const NOW = Math.floor(Date.now() / 1_000)
const LOG_IN = 'POST /api/auth/login'
const FEED = 'GET /api/feed'

const test = base
  .extend('options', { scope: 'file' }, () => ({ secret: SECRET }))
  .extend('ann', ({ member }) => member('Ann.Duck-'))
  .extend('withToken', ({ app }) => {
    return (token: string) => createClient(app.app, token)
  })

describe('sessions', () => {
  describe('log-in', () => {
    test('gives a token and the own record, the username in any case', async ({ app, ann, withToken }) => {
      const { encodedToken, foundUser } = await app.visitor.call(LOG_IN, {
        body: { username: ann.username.toUpperCase(), password: PASSWORD },
      })
      expect(foundUser).toMatchObject({ _id: ann._id, username: ann.username, email: ann.record.email })
      const { posts } = await withToken(encodedToken).call(FEED)
      expect(posts).toEqual([])
    })

    test('refuses a username that nobody has', async ({ app }) => {
      const body = { username: 'nobody', password: PASSWORD }
      expect(await app.visitor.refuse(LOG_IN, { body })).toEqual(refusal('usernameUnknown'))
    })

    test('refuses a password that does not match exactly', async ({ app, ann }) => {
      for (const password of [PASSWORD.toUpperCase(), `${PASSWORD} `, PASSWORD.slice(0, -1)]) {
        const body = { username: ann.username, password }
        expect(await app.visitor.refuse(LOG_IN, { body })).toEqual(refusal('credentialsInvalid'))
      }
    })

    test.for<[object, string]>([
      [{ password: PASSWORD }, 'username is required.'],
      [{ username: 'Ann.Duck-1' }, 'password is required.'],
      [{ username: '', password: PASSWORD }, 'username is required.'],
      [{ username: 'Ann.Duck-1', password: '' }, 'password is required.'],
      [{ username: 7, password: PASSWORD }, 'username must be of type string.'],
    ])('refuses %j by name of the field', async ([payload, message], { app }) => {
      expect(asRefusal(await app.visitor.send({ method: 'POST', url: '/api/auth/login', payload }))).toEqual(
        invalid(message),
      )
    })
  })

  describe('a token', () => {
    test('says who it is for, and lives a day, or 30 days for one who stays signed in', async ({ app, ann }) => {
      const logIn = async (keepSignedIn?: boolean) => {
        const body = {
          username: ann.username,
          password: PASSWORD,
          ...(keepSignedIn === undefined ? {} : { keepSignedIn }),
        }
        return decodeToken((await app.visitor.call(LOG_IN, { body })).encodedToken)
      }
      const lifeOf = (claims: Record<string, unknown>) => Number(claims.exp) - Number(claims.iat)
      const claims = await logIn()
      expect(claims).toMatchObject({ _id: ann._id, username: ann.username })
      expect(lifeOf(claims)).toBe(24 * 60 * 60)
      expect(lifeOf(await logIn(false))).toBe(24 * 60 * 60)
      expect(lifeOf(await logIn(true))).toBe(30 * 24 * 60 * 60)
      expect(lifeOf(decodeToken(String(ann.token)))).toBe(24 * 60 * 60)
    })

    test('is taken bare and after Bearer, in any case of that word', async ({ app, ann }) => {
      for (const authorization of [
        `Bearer ${ann.token}`,
        `bearer ${ann.token}`,
        `BEARER  ${ann.token}`,
        `${ann.token}`,
      ]) {
        const answer = await app.visitor.send({ url: '/api/feed', headers: { authorization } })
        expect(answer.status).toBe(200)
      }
    })

    test('is refused when it is no token, is changed, expired, unsigned or signed by another secret', async ({
      ann,
      withToken,
    }) => {
      const claims = decodeToken(String(ann.token))
      const [header, payload, signature] = String(ann.token).split('.')
      const richer = Buffer.from(JSON.stringify({ ...claims, exp: NOW + 9e6 })).toString('base64url')
      const none = { alg: 'none', typ: 'JWT' }
      const bad = [
        'rubbish',
        `${ann.token}x`,
        [header, richer, signature].join('.'),
        forgeToken(claims, 'another secret, of some length too'),
        forgeToken({ ...claims, iat: NOW - 100, exp: NOW - 1 }, SECRET),
        forgeToken({ username: 'Ann.Duck-1', exp: NOW + 100 }, SECRET),
        forgeToken(claims, SECRET, none),
        forgeToken(claims, SECRET, none).replace(/\.[^.]*$/, '.'),
        `${[header, payload].join('.')}.`,
        forgeToken(claims, SECRET, { alg: 'HS512', typ: 'JWT' }),
      ]
      for (const token of bad) {
        expect(await withToken(token).refuse(FEED), token).toEqual(refusal('tokenInvalid'))
        // Also where none is needed: an answer for a visitor would say wrong things.
        expect(await withToken(token).refuse('GET /api/posts'), token).toEqual(refusal('tokenInvalid'))
      }
      // The same function creates a valid token, so those above are refused only for their defect.
      expect((await withToken(forgeToken(claims, SECRET)).call(FEED)).posts).toEqual([])
    })

    test('ends at log-out, and other sessions of the member stay valid', async ({ app, ann, withToken }) => {
      const body = { username: ann.username, password: PASSWORD }
      const { encodedToken } = await app.visitor.call(LOG_IN, { body })
      const { status, headers } = await withToken(encodedToken).send({ method: 'POST', url: '/api/auth/logout' })
      expect(status).toBe(200)
      // What the browser has kept of the member's answers goes with the session, and what was not sent (its storage)
      // stays.
      expect(headers).toMatchObject({ 'clear-site-data': '"cache"', 'cache-control': 'no-store' })
      expect(await withToken(encodedToken).refuse(FEED)).toEqual(refusal('tokenInvalid'))
      expect(await withToken(encodedToken).refuse('POST /api/auth/logout')).toEqual(refusal('tokenInvalid'))
      expect((await ann.call(FEED)).posts).toEqual([])
      const own = await ann.send({ url: '/api/account/sessions' })
      expect(own.headers).toMatchObject({ 'cache-control': 'no-store' })
    })

    test('is refused with usernameUnknown if its member is gone', async ({ app, member }) => {
      const gone = await member('gone')
      await app.db.write((transaction) =>
        transaction.deleteFrom('members').where('username', '=', gone.username).execute(),
      )
      expect(await gone.refuse(FEED)).toEqual(refusal('usernameUnknown'))
      expect(await gone.refuse('GET /api/posts')).toEqual(refusal('usernameUnknown'))
    })
  })
})
