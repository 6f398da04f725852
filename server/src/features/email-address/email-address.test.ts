import type { ReceivedMail } from '@quack/testing/mail-server'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { PASSWORD } from '../../../test/answers.ts'
import type { Client } from '../../../test/client.ts'
import { test as base } from '../../../test/mail-fixtures.ts'
import { ORIGIN } from '../../../test/mails.ts'
import type { TestMember } from '../../../test/members.ts'
import { addPasskey } from '../../../test/passkeys.ts'
import { signInAgain } from '../../../test/push.ts'
import { refusal } from '../../../test/refusals.ts'
import { createTestClock } from '../../../test/test-clock.ts'
import type { MemberId } from '../../database/schema.ts'
import { ENGLISH } from '../../locale/languages.ts'
import { anonymise } from '../account/removal.service.ts'
import { suspend } from '../moderation/suspension.service.ts'
import { createPasswordReset } from '../passwords/passwords.service.ts'

const FORGOT = 'POST /api/auth/forgot'
const RESET = 'POST /api/auth/reset'
const CONFIRM = 'POST /api/auth/email'
const EMAIL = 'GET /api/account/email'
const CHANGE = 'POST /api/account/email'
const AGAIN = 'POST /api/account/email/confirmation'
const MINUTE = 60_000

const test = base
  .extend('clock', { scope: 'file' }, () => createTestClock({ isHourly: true }))
  /** The mails to an address, of which there have to be so many. */
  .extend('mailsTo', ({ mailServer }) => async (address: string, count: number): Promise<readonly ReceivedMail[]> => {
    const found = () => mailServer.mails.filter(({ to }) => to.includes(address))
    await expect.poll(() => found().map(({ subject }) => subject)).toHaveLength(count)
    return found()
  })
  .extend('tokenOf', () => (mail: ReceivedMail | undefined) => mail?.links[0]?.split('/').at(-1) ?? '')
  /** Signs up, and opens the link. */
  .extend('confirmed', ({ app, member, mailsTo, tokenOf }) => async (name: string): Promise<TestMember> => {
    const email = `${name}-${Math.random().toString(36).slice(2)}@example.com`
    const found = await member(name, { email })
    await app.visitor.call(CONFIRM, { body: { token: tokenOf((await mailsTo(email, 1))[0]) } })
    return found
  })
  .extend('idle', ({ app, clock }) => async () => {
    clock.advance(1)
    await expect.poll(() => app.db.read.selectFrom('mails').select('id').execute()).toEqual([])
  })

const emailOf = (member: TestMember) => member.record.email ?? ''

describe('a forgotten password', () => {
  test.for(['username', 'email'] as const)(
    'is replaced by a link once, found by %s',
    async (by, { app, confirmed, mailsTo, tokenOf }) => {
      const ann = await confirmed('ann')
      const name = by === 'username' ? ann.username.toUpperCase() : emailOf(ann).toUpperCase()
      expect(await app.visitor.call(FORGOT, { body: { name } })).toEqual({})
      const mail = (await mailsTo(emailOf(ann), 2))[1]
      expect(mail).toMatchObject({ subject: 'Set a new password', from: 'quack@quack.example' })
      expect(mail?.links[0]).toMatch(`${ORIGIN}/reset-password/`)
      const body = { token: tokenOf(mail), password: 'a new password' }
      await app.visitor.call(RESET, { body })
      expect(await app.visitor.refuse(RESET, { body })).toEqual(refusal('resetTokenInvalid'))
      const login = { username: ann.username, password: body.password }
      await app.visitor.call('POST /api/auth/login', { body: login })
    },
  )

  test('is sent first to who has confirmed the address, whoever else gives it as theirs', async ({
    app,
    member,
    mailsTo,
    tokenOf,
  }) => {
    const email = 'wanted@example.com'
    for (let count = 0; count < 5; count++) await member('foreign', { email })
    await mailsTo(email, 5)
    const ann = await member('ann', { email })
    // Mails that are due at the same time arrive in any order.
    const mail = (await mailsTo(email, 6)).find(({ text }) => text.includes(ann.username))
    await app.visitor.call(CONFIRM, { body: { token: tokenOf(mail) } })
    await app.visitor.call(FORGOT, { body: { name: email } })
    const resets = (await mailsTo(email, 11)).filter(({ subject }) => subject === 'Set a new password')
    expect(resets.filter(({ text }) => text.includes(`for ${ann.username} on`))).toHaveLength(1)
  })

  test('of somebody who must not sign in sends nothing', async ({ app, member, mailServer, idle }) => {
    const [gone, bad] = [await member('gone'), await member('bad')]
    await idle()
    const before = mailServer.mails.length
    await anonymise(app.db, Number(gone._id) as never)
    await suspend(app.db, Number(bad._id) as never)
    for (const { username, record } of [gone, bad]) {
      await app.visitor.call(FORGOT, { body: { name: username } })
      await app.visitor.call(FORGOT, { body: { name: record.email ?? '' } })
    }
    await idle()
    expect(mailServer.mails.length).toBe(before)
  })

  test('sends at most three links in an hour', async ({ app, confirmed, mailsTo, idle }) => {
    const ann = await confirmed('ann')
    for (let count = 0; count < 5; count++) await app.visitor.call(FORGOT, { body: { name: ann.username } })
    await idle()
    expect(await mailsTo(emailOf(ann), 4)).toHaveLength(4)
  })

  test('sends a link for each of the members with one address, at most five', async ({
    app,
    member,
    mailsTo,
    idle,
  }) => {
    const email = 'family@exämple.de'
    for (let count = 0; count < 6; count++) await member('kid', { email })
    await mailsTo(email, 6)
    // As a browser may send it.
    await app.visitor.call(FORGOT, { body: { name: 'FAMILY@xn--exmple-cua.de' } })
    await idle()
    expect((await mailsTo(email, 11)).slice(6).map(({ subject }) => subject)).toEqual(
      Array(5).fill('Set a new password'),
    )
  })
})

describe('the mailbox of a stranger', () => {
  test('gets at most twelve mails in an hour, whoever causes them', async ({ app, member, mailsTo, idle }) => {
    const email = 'stranger@example.com'
    for (let count = 0; count < 10; count++) await member('many', { email })
    for (let count = 0; count < 3; count++) await app.visitor.call(FORGOT, { body: { name: email.toUpperCase() } })
    await idle()
    expect(await mailsTo(email, 12)).toHaveLength(12)
  })
})

describe('an address', () => {
  test('is confirmed by the link of the sign-up, which works once', async ({ app, member, mailsTo, tokenOf }) => {
    const ann = await member('ann', { email: 'ann.new@example.com' })
    expect(await ann.call(EMAIL)).toEqual({ email: 'ann.new@example.com', confirmed: false, pending: null })
    const body = { token: tokenOf((await mailsTo('ann.new@example.com', 1))[0]) }
    expect(await app.visitor.call(CONFIRM, { body })).toEqual({})
    expect(await app.visitor.refuse(CONFIRM, { body })).toEqual(refusal('emailTokenInvalid'))
    expect(await ann.call(EMAIL)).toMatchObject({ confirmed: true })
  })

  test('is confirmed by a link that sets a password, which the first time ends the passkeys', async ({
    app,
    member,
    mailServer,
    tokenOf,
  }) => {
    const email = 'ann.reset@example.com'
    const links = () =>
      mailServer.mails.filter(({ to, subject }) => to.includes(email) && subject === 'Set a new password')
    const { username, ...first } = await member('ann', { email })
    let ann: Client = first
    for (const left of [0, 1]) {
      await addPasskey(ann, undefined, 0, { origin: ORIGIN, rpId: new URL(ORIGIN).hostname })
      await app.visitor.call(FORGOT, { body: { name: username } })
      await expect.poll(() => links().length).toBe(left + 1)
      await app.visitor.call(RESET, { body: { token: tokenOf(links()[left]), password: PASSWORD } })
      ann = await signInAgain(app, username)
      expect(await ann.call(EMAIL)).toMatchObject({ confirmed: true })
      expect((await ann.call('GET /api/account/passkeys')).passkeys).toHaveLength(left)
    }
  })

  test('that was never confirmed is not confirmed by a link of the operator, which keeps the passkeys', async ({
    app,
    member,
  }) => {
    const { username, _id, ...ann } = await member('ann', { email: 'ann.operator@example.com' })
    await addPasskey(ann, undefined, 0, { origin: ORIGIN, rpId: new URL(ORIGIN).hostname })
    const token = await createPasswordReset(app.db, Number(_id) as MemberId)
    await app.visitor.call(RESET, { body: { token, password: PASSWORD } })
    const again = await signInAgain(app, username)
    expect(await again.call(EMAIL)).toMatchObject({ confirmed: false })
    expect((await again.call('GET /api/account/passkeys')).passkeys).toHaveLength(1)
  })

  test('changes when the link at the new one is opened; the old one is told, and its links end', async ({
    app,
    confirmed,
    mailsTo,
    tokenOf,
  }) => {
    const ann = await confirmed('ann')
    const [old, next] = [emailOf(ann), 'ann.next@example.com']
    await app.visitor.call(FORGOT, { body: { name: ann.username } })
    const reset = tokenOf((await mailsTo(old, 2))[1])
    expect(await ann.call(CHANGE, { body: { email: next } })).toEqual({ email: old, confirmed: true, pending: next })
    const token = tokenOf((await mailsTo(next, 1))[0])
    await app.visitor.call(CONFIRM, { body: { token } })
    expect(await ann.call(EMAIL)).toEqual({ email: next, confirmed: true, pending: null })
    expect((await mailsTo(old, 4)).slice(2).map(({ subject }) => subject)).toEqual([
      'Your account is about to get another e-mail address',
      'Your e-mail address was changed',
    ])
    const body = { token: reset, password: 'a new password' }
    expect(await app.visitor.refuse(RESET, { body })).toEqual(refusal('resetTokenInvalid'))
  })

  test('keeps the link of the sign-up until the next one is confirmed', async ({ app, member, mailsTo, tokenOf }) => {
    const [present, typo, next] = ['present@example.com', 'next.typo@example.com', 'next.one@example.com']
    const ann = await member('ann', { email: present })
    for (const email of [typo, next]) await ann.call(CHANGE, { body: { email } })
    const tokens = await Promise.all([present, typo, next].map(async (to) => tokenOf((await mailsTo(to, 1))[0])))
    const open = async (index: number) => {
      const body = { token: tokens[index] ?? '' }
      return (await app.visitor.send({ method: 'POST', url: '/api/auth/email', payload: body })).status
    }
    expect(await open(1)).toBe(refusal('emailTokenInvalid').status)
    expect(await open(0)).toBe(200)
    expect(await ann.call(EMAIL)).toEqual({ email: present, confirmed: true, pending: next })
    expect(await open(2)).toBe(200)
    expect(await ann.call(EMAIL)).toEqual({ email: next, confirmed: true, pending: null })
  })

  test('that was mistyped has no valid link once another is asked for, and a new one when it is asked for again', async ({
    app,
    confirmed,
    mailsTo,
    tokenOf,
  }) => {
    const ann = await confirmed('ann')
    await ann.call(CHANGE, { body: { email: 'typo@example.com' } })
    const body = { token: tokenOf((await mailsTo('typo@example.com', 1))[0]) }
    await ann.call(CHANGE, { body: { email: emailOf(ann) } })
    expect(await app.visitor.refuse(CONFIRM, { body })).toEqual(refusal('emailTokenInvalid'))
    expect(await ann.call(EMAIL)).toMatchObject({ email: emailOf(ann), pending: null })
    await ann.call(CHANGE, { body: { email: 'typo@example.com' } })
    const again = { token: tokenOf((await mailsTo('typo@example.com', 2))[1]) }
    expect(await app.visitor.call(CONFIRM, { body: again })).toEqual({})
  })

  test('gets the link again, but not twice in five minutes; and links in a day have a limit', async ({
    member,
    mailsTo,
    idle,
  }) => {
    const ann = await member('ann', { email: 'again@example.com' })
    await mailsTo('again@example.com', 1)
    expect(await ann.call(AGAIN)).toEqual({})
    await idle()
    await mailsTo('again@example.com', 1)
    for (let count = 0; count < 7; count++) await ann.call(CHANGE, { body: { email: `other${count}@example.com` } })
    expect(await ann.refuse(CHANGE, { body: { email: 'one@example.com' } })).toEqual(refusal('tooManyMails'))
    await idle()
  })

  test('keeps no links that have expired', async ({ app, member, mailsTo, clock, idle }) => {
    const [old, present] = [
      await member('old', { email: 'old.links@example.com' }),
      await member('present', { email: 'present.links@example.com' }),
    ]
    for (const { username, record } of [old, present]) {
      await app.visitor.call(FORGOT, { body: { name: username } })
      await mailsTo(record.email ?? '', 2)
    }
    await idle()
    const [oldId, presentId] = [old, present].map(({ _id }) => Number(_id) as MemberId)
    await app.db.write(async (transaction) => {
      const age = (table: 'email_tokens' | 'password_resets', column: string) =>
        sql`update ${sql.table(table)} set ${sql.ref(column)} = ${Date.now() - 25 * 60 * MINUTE}
            where member_id = ${oldId}`.execute(transaction)
      await age('email_tokens', 'created_at')
      await age('password_resets', 'expires_at')
    })
    const ownersOf = async (table: 'email_tokens' | 'password_resets') => {
      const query = app.db.primary.selectFrom(table).select('member_id')
      return (await query.where('member_id', 'in', [oldId, presentId] as MemberId[]).execute()).map(
        (row) => row.member_id,
      )
    }
    clock.advance(1)
    await expect.poll(() => ownersOf('email_tokens')).toEqual([presentId])
    await expect.poll(() => ownersOf('password_resets')).toEqual([presentId])
  })

  test('changes only after a recent authentication', async ({ app, ann }) => {
    const past = Date.now() - 16 * MINUTE
    await app.db.write((transaction) =>
      transaction
        .updateTable('sessions')
        .set({ confirmed_at: past })
        .where('member_id', '=', Number(ann._id) as never)
        .execute(),
    )
    expect(await ann.refuse(CHANGE, { body: { email: 'x@example.com' } })).toEqual(refusal('confirmationNeeded'))
  })
})

describe('what happens to an account', () => {
  test('is told by mail to an address that is confirmed', async ({ app, confirmed, mailsTo }) => {
    const ann = await confirmed('ann')
    await signInAgain(app, ann.username, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')
    const [, mail] = await mailsTo(emailOf(ann), 2)
    expect(mail).toMatchObject({
      subject: 'New sign-in to your account',
      text: expect.stringContaining('Firefox on Linux'),
    })
    await ann.call('POST /api/account/password', { body: { currentPassword: PASSWORD, newPassword: 'another one' } })
    const [, , changed] = await mailsTo(emailOf(ann), 3)
    expect(changed?.subject).toBe('Your password was changed')
  })

  test('is not told to an address that is not confirmed', async ({ member, mailsTo, idle }) => {
    const ann = await member('ann', { email: 'unconfirmed@example.com' })
    await ann.call('POST /api/account/password', { body: { currentPassword: PASSWORD, newPassword: 'another one' } })
    await idle()
    await mailsTo('unconfirmed@example.com', 1)
  })
})

describe('a mail', () => {
  test('has a text and an HTML part, loads nothing, and says that nobody has written it', async ({
    member,
    mailsTo,
  }) => {
    await member('ann', { email: 'parts@example.com' })
    const [mail] = await mailsTo('parts@example.com', 1)
    expect(mail?.text).toContain('Please confirm')
    expect(mail?.html).toMatch(/<html lang="en"/)
    expect(mail?.html).not.toMatch(/<img|<script|<link|url\(|src=/)
    expect(mail?.links[0]).toMatch(`${ORIGIN}/confirm-email/`)
    expect(mail?.html).toContain(`href="${mail?.links[0]}"`)
    expect(mail?.headers).toMatchObject({
      'auto-submitted': ['auto-generated'],
      from: ['Quack <quack@quack.example>'],
      to: ['parts@example.com'],
      'message-id': [expect.stringMatching(/^<[\da-f]{32}@quack\.example>$/)],
    })
  })

  test.for([
    'a@example.com\r\nBcc: victim@example.com',
    'a@example.com, victim@example.com',
    'a@example.com> RCPT TO:<victim@example.com',
    '"victim@example.com a"@example.com',
    'a@example.com\u2028b',
  ])('goes to no other address: %j is refused', async (email, { app, ann }) => {
    expect(await ann.refuse(CHANGE, { body: { email } })).toMatchObject({ status: 422 })
    expect(await app.visitor.call(FORGOT, { body: { name: email } })).toEqual({})
  })

  test('has no header of a name, address or text that contains line breaks', async ({ app, queue, mailsTo, clock }) => {
    const evil = 'Ann\r\nBcc: victim@example.com\r\n\r\n<script>alert(1)</script>'
    const content = { language: ENGLISH, subject: evil, paragraphs: [evil], remarks: [evil] }
    const to = 'evil@example.com'
    await app.db.write((transaction) => queue.queue(transaction, { kind: 'test', member: null, to, content }))
    clock.advance(1)
    const [mail] = await mailsTo(to, 1)
    expect(mail?.to).toEqual([to])
    expect(mail?.headers.bcc).toBeUndefined()
    expect(mail?.subject).toMatch(/^Ann Bcc: victim/)
    expect(mail?.html).not.toContain('<script>')
  })
})
