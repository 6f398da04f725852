import { describe, expect } from 'vitest'
import { PASSWORD } from '../../../test/answers.ts'
import { type Client, createClient } from '../../../test/client.ts'
import { test as base } from '../../../test/fixtures.ts'
import type { MemberId } from '../../database/schema.ts'
import { createPasswordReset } from '../passwords/passwords.service.ts'
import { type AccountEvent, listenToAccountEvents, recordAccountEvent } from './account-events.service.ts'

const EVENTS = 'GET /api/account/events'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const NEW = 'a much better one'

const test = base
  .extend('logIn', ({ app }) => async (username: string, userAgent: string, password = PASSWORD): Promise<Client> => {
    const answer = await app.visitor.send({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'user-agent': userAgent },
      payload: { username, password },
    })
    return createClient(app.app, (answer.body as { encodedToken: string }).encodedToken)
  })
  .extend('unseen', () => async (client: Client, username: string) => {
    return (await client.call('GET /api/users/:username', { params: { username } })).user.unreadAccountEvents ?? 0
  })

describe('what happens to an account', () => {
  test('is listed, newest first', async ({ ann, logIn }) => {
    await logIn(ann.username, FIREFOX)
    await ann.call('POST /api/account/password', { body: { newPassword: NEW } })
    const { events } = await ann.call(EVENTS)
    expect(events.map(({ kind, device, detail }) => ({ kind, device, detail }))).toEqual([
      { kind: 'passwordChanged', device: 'lightMyRequest', detail: '' },
      { kind: 'signedIn', device: 'Firefox on Linux', detail: 'password' },
      { kind: 'signedIn', device: 'lightMyRequest', detail: 'password' },
    ])
    const { sessions } = await ann.call('GET /api/account/sessions')
    expect(sessions.map(({ method }) => method)).toEqual(['password'])
  })

  test('is announced if it is a sign-in on another device, until it is seen', async ({ ann, bob, logIn, unseen }) => {
    await logIn(ann.username, 'lightMyRequest')
    expect(await unseen(ann, ann.username)).toBe(0)
    // A script that calls itself like the other device makes it no known one.
    await ann.call('POST /api/account/tokens', { body: { name: 'Firefox on Linux', scopes: 'read' } })
    await logIn(ann.username, FIREFOX)
    await logIn(ann.username, FIREFOX)
    expect(await unseen(ann, ann.username)).toBe(1)
    expect(await unseen(bob, ann.username)).toBe(0)
    expect(await ann.call('POST /api/account/events/seen')).toEqual({})
    expect(await unseen(ann, ann.username)).toBe(0)
  })

  test('is announced if the password was set by a link', async ({ app, ann, logIn, unseen }) => {
    const token = await createPasswordReset(app.db, Number(ann._id) as MemberId)
    await app.visitor.call('POST /api/auth/reset', { body: { token, password: NEW } })
    const again = await logIn(ann.username, 'lightMyRequest', NEW)
    expect(await unseen(again, ann.username)).toBe(1)
    expect((await again.call(EVENTS)).events[1]?.kind).toBe('passwordReset')
  })

  test('can be written down elsewhere in the same transaction', async ({ app, ann }) => {
    const heard: AccountEvent[] = []
    listenToAccountEvents(app.db, async (_, event) => void heard.push(event))
    const event = { memberId: Number(ann._id) as MemberId, kind: 'factorsReset', device: '' } as const
    await app.db.write((transaction) => recordAccountEvent(app.db, transaction, event))
    expect(heard).toEqual([event])
  })
})
