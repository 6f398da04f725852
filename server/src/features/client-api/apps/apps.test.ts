import { createHash } from 'node:crypto'
import { OUT_OF_BAND } from '@quack/contract/client-api/apps'
import { TOKENS_MAX } from '@quack/contract/rules/limits'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { PASSWORD } from '../../../../test/answers.ts'
import { startTestApp } from '../../../../test/app.ts'
import { createApps } from '../../../../test/apps.ts'
import { test as base } from '../../../../test/fixtures.ts'
import { signUp } from '../../../../test/members.ts'
import { refusal } from '../../../../test/refusals.ts'

const test = base.extend('apps', ({ app }) => createApps(app.app))

describe('an app', () => {
  test('gets a token that its member allowed, once, and is listed among the sessions', async ({ apps, ann }) => {
    const client = await apps.register()
    const led = await apps.allow(client, ann, { state: 'x y' })
    expect([led.origin, led.searchParams.get('of'), led.searchParams.get('state')]).toEqual([
      'https://app.example',
      'quack',
      'x y',
    ])
    const answer = await apps.redeem(client, led.searchParams.get('code') ?? '')
    const issued = answer.json<{ access_token: string }>()
    expect(issued).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'Bearer',
      scope: 'read write',
      created_at: expect.any(Number),
    })
    expect(await apps.tryToken(issued.access_token)).toBe(200)

    const { sessions } = await ann.call('GET /api/account/sessions')
    const of = sessions.find(({ method }) => method === 'app')
    expect(of).toMatchObject({ device: 'Teal', website: 'https://teal.example', scopes: 'read write', current: false })
    await ann.call('DELETE /api/account/sessions/:id', { params: { id: of?._id ?? '' } })
    expect(await apps.tryToken(issued.access_token)).toBe(401)
  })

  test('is kept for as long as it is used', async ({ app, apps, ann }) => {
    const token = await apps.tokenOf(await apps.register(), ann)
    const expiries = async () => {
      const { rows } = await sql<{ app: number; session: number }>`
        select apps.expires_at as app, sessions.expires_at as session from sessions
        join apps on apps.id = sessions.app_id where sessions.member_id = ${Number(ann._id)}`.execute(app.db.primary)
      return rows[0]
    }
    const first = await expiries()
    expect(Number(first?.app)).toBeGreaterThanOrEqual(Number(first?.session))
    const ago = Date.now() - 3 * 24 * 60 * 60_000
    await app.db.write(async (transaction) => {
      await sql`update apps set expires_at = ${ago}`.execute(transaction)
      await sql`update sessions set seen_at = ${ago} where app_id is not null`.execute(transaction)
    })
    expect(await apps.tryToken(token)).toBe(200)
    await expect.poll(async () => Number((await expiries())?.app)).toBeGreaterThanOrEqual(Number(first?.app))
  })

  test.for([
    ['javascript:alert(1)'],
    ['data:text/html,x'],
    ['http://app.example/callback'],
    ['https://app.example/#fragment'],
    ['https://name:secret@app.example/'],
    ['nonsense'],
  ])('cannot register %s', async ([uri], { apps }) => {
    const answer = await apps.post('/api/v1/apps', { client_name: 'Teal', redirect_uris: uri ?? '' })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ error: expect.stringMatching(/^Validation failed: redirect_uris/) })
  })

  test('cannot send a form with a file that nobody wants', async ({ app }) => {
    const register = async (bytes: number) => {
      const form = new FormData()
      form.set('client_name', 'Teal')
      form.set('redirect_uris', OUT_OF_BAND)
      form.set('file', new Blob([new Uint8Array(bytes)]))
      const sent = new Response(form)
      const headers = { 'content-type': String(sent.headers.get('content-type')) }
      const payload = Buffer.from(await sent.arrayBuffer())
      return (await app.app.inject({ method: 'POST', url: '/api/v1/apps', headers, payload })).statusCode
    }
    expect([await register(1_000), await register(2 ** 20)]).toEqual([200, 422])
  })

  test('registers schemes of its own, addresses of the device, as a text or a list, in JSON too', async ({ app }) => {
    const redirect_uris = ['teal-app://done', 'http://127.0.0.1:7000/', OUT_OF_BAND]
    const answer = await app.app.inject({
      method: 'POST',
      url: '/api/v1/apps?scopes=read+admin:read+write:statuses',
      payload: { client_name: 'Teal', redirect_uris, website: null },
    })
    expect(answer.json()).toMatchObject({
      redirect_uris,
      redirect_uri: redirect_uris.join('\n'),
      scopes: ['read', 'write:statuses'],
      website: null,
      vapid_key: expect.stringMatching(/^[\w-]{87}$/),
    })
    expect(answer.headers['access-control-allow-origin']).toBe('*')
  })

  test('acts for itself with a token that is no member', async ({ apps, app }) => {
    const client = await apps.register()
    const basic = Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64')
    const answer = await apps.post(
      '/oauth/token',
      { grant_type: 'client_credentials', scope: 'read' },
      { authorization: `Basic ${basic}` },
    )
    const { access_token: token } = answer.json<{ access_token: string }>()
    const nothing = await apps.post('/oauth/token', { ...client, grant_type: 'client_credentials', scope: 'nothing' })
    expect([nothing.statusCode, nothing.json()]).toEqual([400, expect.objectContaining({ error: 'invalid_scope' })])
    expect(await apps.tryToken(token)).toBe(200)
    expect(await apps.tryToken(token, { url: '/api/feed' })).toBe(401)
    const other = await apps.register()
    await apps.post('/oauth/revoke', { ...other, token })
    expect(await apps.tryToken(token)).toBe(200)
    await apps.post('/oauth/revoke', { ...client, token })
    expect(await apps.tryToken(token)).toBe(401)
    expect(app).toBeDefined()
  })
})

describe('a token for a script', () => {
  const MAKE = 'POST /api/account/tokens'

  test('acts for the member who has made it, as far as its scopes go, until it is ended', async ({ apps, ann }) => {
    const { token } = await ann.call(MAKE, { body: { name: ' Toots the hour ', scopes: 'read' } })
    expect(token).toMatch(/^[\w-]{43}$/)
    const payload = { status: 'Quack' }
    expect(await apps.tryToken(token, { url: '/api/v1/timelines/home' })).toBe(200)
    expect(await apps.tryToken(token, { method: 'POST', url: '/api/v1/statuses', payload })).toBe(403)
    const writing = await ann.call(MAKE, { body: { name: 'Writes', scopes: 'read write' } })
    expect(await apps.tryToken(writing.token, { method: 'POST', url: '/api/v1/statuses', payload })).toBe(200)

    const { sessions } = await ann.call('GET /api/account/sessions')
    const of = sessions.find(({ scopes }) => scopes === 'read')
    expect(of).toMatchObject({ device: 'Toots the hour', method: 'token', website: null, current: false })
    const { events } = await ann.call('GET /api/account/events')
    expect(events[1]).toMatchObject({ kind: 'tokenMade', device: 'lightMyRequest', detail: 'Toots the hour' })
    await ann.call('DELETE /api/account/sessions/:id', { params: { id: of?._id ?? '' } })
    expect(await apps.tryToken(token)).toBe(401)
    expect(await apps.tryToken(writing.token)).toBe(200)
    await ann.call('POST /api/account/password', { body: { newPassword: 'another password of ann' } })
    expect(await apps.tryToken(writing.token)).toBe(401)
  })

  test('says by which name it was made', async ({ app, ann }) => {
    const { token } = await ann.call(MAKE, { body: { name: 'Toots the hour', scopes: 'read' } })
    const headers = { authorization: `Bearer ${token}` }
    const answer = await app.app.inject({ url: '/api/v1/apps/verify_credentials', headers })
    expect(answer.json()).toMatchObject({ name: 'Toots the hour', website: null, scopes: ['read'], redirect_uris: [] })
  })

  test('is made neither by a token nor by an app', async ({ apps, ann }) => {
    const { token } = await ann.call(MAKE, { body: { name: 'A', scopes: 'read write follow push' } })
    for (const limited of [token, await apps.tokenOf(await apps.register(), ann)]) {
      const made = { method: 'POST' as const, url: '/api/account/tokens', payload: { name: 'B', scopes: 'read' } }
      expect(await apps.tryToken(limited, made)).toBe(403)
    }
  })

  test('is one of 25 at most, also if they are made at once', async ({ ann }) => {
    const make = (name: string) => ann.call(MAKE, { body: { name, scopes: 'read' } })
    for (let count = 1; count < TOKENS_MAX; count++) await make(`Number ${count}`)
    const last = await Promise.allSettled([make('One'), make('Other')])
    expect(last.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await ann.refuse(MAKE, { body: { name: 'More', scopes: 'read' } })).toEqual(refusal('tooManyTokens'))
  })

  test.for([
    [{ scopes: 'read' }],
    [{ name: '\u200b', scopes: 'read' }],
    [{ name: 'x'.repeat(51), scopes: 'read' }],
    [{ name: 'A', scopes: 'write' }],
  ])('is not made of %j', async ([payload], { ann }) => {
    const answer = await ann.send({ method: 'POST', url: '/api/account/tokens', payload: payload ?? {} })
    expect(answer.status).toBe(422)
  })

  test('is not made where no app can be used', async () => {
    const app = await startTestApp({ clientApi: false })
    expect(await app.visitor.call('GET /api/meta')).not.toHaveProperty('apps')
    const member = await signUp(app)
    expect(await member.refuse(MAKE, { body: { name: 'A', scopes: 'read' } })).toEqual(refusal('pathUnknown'))
    await app.close()
  })
})

describe('a code', () => {
  test('that is used twice ends the token of its first use, however wrong the rest is', async ({ apps, ann }) => {
    const [client, other] = [await apps.register(), await apps.register()]
    const redeemers = [
      (code: string) => apps.redeem(client, code),
      (code: string) => apps.redeem(client, code, { redirect_uri: OUT_OF_BAND }),
      (code: string) => apps.redeem(other, code),
    ]
    for (const redeem of redeemers) {
      const code = (await apps.allow(client, ann)).searchParams.get('code') ?? ''
      const { access_token: token } = (await apps.redeem(client, code)).json<{ access_token: string }>()
      expect(await apps.tryToken(token)).toBe(200)
      expect((await redeem(code)).json()).toMatchObject({ error: 'invalid_grant' })
      expect(await apps.tryToken(token)).toBe(401)
    }
  })

  test('works with the right verifier, redirect, app and secret alone', async ({ apps, ann }) => {
    const [client, other] = [await apps.register(), await apps.register()]
    const verifier = 'a verifier that is long enough for the field, and random'
    const code_challenge = createHash('sha256').update(verifier).digest('base64url')
    const led = await apps.allow(client, ann, { code_challenge, code_challenge_method: 'S256' })
    const code = led.searchParams.get('code') ?? ''
    const tries = [
      await apps.redeem(client, code),
      await apps.redeem(client, code, { code_verifier: 'another' }),
      await apps.redeem(client, code, { code_verifier: verifier, redirect_uri: OUT_OF_BAND }),
      await apps.redeem(other, code, { code_verifier: verifier }),
      await apps.redeem({ ...client, client_secret: other.client_secret }, code, { code_verifier: verifier }),
    ]
    expect(tries.map((answer) => answer.json<{ error: string }>().error)).toEqual([
      ...['invalid_grant', 'invalid_grant', 'invalid_grant', 'invalid_grant', 'invalid_client'],
    ])
    expect((await apps.redeem(client, code, { code_verifier: verifier })).statusCode).toBe(200)
  })

  test('ends with what ends the sessions of its member', async ({ apps, ann }) => {
    const client = await apps.register()
    const token = await apps.tokenOf(client, ann)
    const code = (await apps.allow(client, ann)).searchParams.get('code') ?? ''
    const payload = { password: PASSWORD, newPassword: 'another password of ann' }
    await ann.call('POST /api/account/password', { body: payload })
    expect(await apps.tryToken(token)).toBe(401)
    expect((await apps.redeem(client, code)).json()).toMatchObject({ error: 'invalid_grant' })
  })
})

describe('the consent page', () => {
  test('leads nowhere that the app has not registered', async ({ apps, app }) => {
    const client = await apps.register()
    const open = (more: object) =>
      app.app.inject({ url: `/oauth/authorize?${new URLSearchParams({ ...apps.asked(client), ...more })}` })
    for (const more of [{ redirect_uri: 'https://evil.example/' }, { client_id: 'unknown' }]) {
      const answer = await open(more)
      expect([answer.statusCode, answer.headers.location]).toEqual([400, undefined])
    }
    const answer = await open({ scope: 'nothing' })
    expect(String(answer.headers.location)).toBe('https://app.example/callback?of=quack&error=invalid_scope')
  })

  test('shows who asks for what, lets the form lead to the app alone, and runs no text of it', async ({
    apps,
    app,
  }) => {
    const client = await apps.register({ client_name: '<b>Teal</b>' })
    const query = new URLSearchParams(apps.asked(client))
    const slashed = await app.app.inject({ url: `/oauth/authorize/?${query}` })
    expect([slashed.statusCode, slashed.headers.location]).toEqual([302, `/oauth/authorize?${query}`])
    const answer = await app.app.inject({ url: `/oauth/authorize?${new URLSearchParams(apps.asked(client))}` })
    expect(answer.body).toContain('Let &#60;b&#62;Teal&#60;/b&#62; use your account?')
    expect(answer.body).toContain('Write, change and delete in your name')
    expect(answer.headers['content-security-policy']).toContain("form-action 'self' https://app.example;")
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('is in the language of the browser', async ({ apps, app }) => {
    const client = await apps.register()
    const pageIn = async (tag: string) => {
      const url = `/oauth/authorize?${new URLSearchParams(apps.asked(client, { scope: 'read:statuses' }))}`
      return (await app.app.inject({ url, headers: { 'accept-language': tag } })).body
    }
    expect(await pageIn('ar-EG, en;q=0.5')).toContain('<html lang="ar" dir="rtl">')
    expect(await pageIn('fi')).toContain('<html lang="en">')
    expect(await pageIn('de')).toContain('<li>Lesen: Beiträge</li>')
  })

  test('tells the app that the member has denied, and the member why a log-in failed', async ({ apps, ann }) => {
    const client = await apps.register()
    const denied = await apps.post('/oauth/authorize', { ...apps.asked(client, { state: 's' }), decision: 'deny' })
    expect(denied.headers.location).toBe('https://app.example/callback?of=quack&error=access_denied&state=s')
    const wrong = await apps.post('/oauth/authorize', {
      ...apps.asked(client),
      ...{ decision: 'allow', username: ann.username, password: 'wrong' },
    })
    expect([wrong.statusCode, wrong.headers.location]).toEqual([403, undefined])
    expect(wrong.body).toContain('The credentials you entered are invalid')
  })

  test('takes the session of the web client, but no token of an app', async ({ apps, ann }) => {
    const client = await apps.register()
    const by = (token: string) => apps.post('/oauth/authorize', { ...apps.asked(client), decision: 'allow', token })
    expect((await by(ann.token ?? '')).statusCode).toBe(302)
    expect((await by(await apps.tokenOf(client, ann))).statusCode).toBe(403)
  })

  test('shows the code to copy where there is no way back', async ({ apps, ann }) => {
    const client = await apps.register()
    const proof = { username: ann.username, password: PASSWORD, decision: 'allow' }
    const answer = await apps.post('/oauth/authorize', {
      ...apps.asked(client, { redirect_uri: OUT_OF_BAND }),
      ...proof,
    })
    const [, code = ''] = /<code>([\w-]{43})<\/code>/.exec(answer.body) ?? []
    expect((await apps.redeem(client, code, { redirect_uri: OUT_OF_BAND })).statusCode).toBe(200)
  })
})
