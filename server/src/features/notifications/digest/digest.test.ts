import type { ReceivedMail } from '@quack/testing/mail-server'
import { describe, expect } from 'vitest'
import { block, comment, follow, like } from '../../../../test/blocks.ts'
import { test as base } from '../../../../test/mail-fixtures.ts'
import { ORIGIN } from '../../../../test/mails.ts'
import { type TestMember, writePost } from '../../../../test/members.ts'
import { dislike, readAll } from '../../../../test/notifications.ts'
import { refusal } from '../../../../test/refusals.ts'
import type { Connection } from '../../../database/database.ts'
import type { MemberId } from '../../../database/schema.ts'
import { anonymise } from '../../account/removal.service.ts'
import { createUnsubscribeToken } from '../../mails/unsubscribe-token.ts'
import { suspend } from '../../moderation/suspension.service.ts'
import { queueDigests } from './digest.ts'

const SETTINGS = 'POST /api/notifications/settings'
const UNSUBSCRIBE = 'POST /api/mail/unsubscribe'
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const ONE_CLICK = 'List-Unsubscribe=One-Click'

const idOf = (member: TestMember) => Number(member._id) as MemberId
const digestOf = async (member: TestMember) => (await member.call('GET /api/notifications/settings')).digest

const test = base
  /** Signs up with a confirmed address. */
  .extend('reader', ({ app, member }) => async (digest: 'daily' | 'weekly' | 'off' = 'daily'): Promise<TestMember> => {
    const ann = await member('ann')
    const confirmed = { email_confirmed_at: Date.now() }
    await app.db.write((transaction) =>
      transaction.updateTable('members').set(confirmed).where('id', '=', idOf(ann)).execute(),
    )
    await ann.call(SETTINGS, { body: { digest } })
    return ann
  })
  /** The digests to a member after some days, when everything that waits has been sent. */
  .extend('digestsAfter', ({ app, clock, mailServer }) => async (days: number, { record }: TestMember) => {
    const everythingSent = () =>
      expect
        .poll(async () => {
          clock.advance(1)
          const due = await app.db.read
            .selectFrom('notification_preferences')
            .select('member_id')
            .where('digest_at', '<=', clock.now())
            .execute()
          const mails = app.db.read.selectFrom('mails').select('kind').where('due_at', 'is not', null)
          return [due, await mails.execute()]
        })
        .toEqual([[], []])
    // A mail that is under way for a day has failed.
    await everythingSent()
    // The choice was made by the clock of the machine, which may be ahead: this one stands still from the file's start.
    clock.advance(Math.max(0, Date.now() - clock.now()) + days * DAY + MINUTE)
    // The digests are queued by the same look of the worker as this mail is sent by.
    await everythingSent()
    return mailServer.mails.filter(({ to, headers }) => to.includes(record.email ?? '') && headers['list-unsubscribe'])
  })

/** The address for mail programs, as a request to this server. */
function unsubscribeOf(mail: ReceivedMail | undefined) {
  const [header = ''] = mail?.headers['list-unsubscribe'] ?? []
  const address = /^<(https:\/\/[^<>]+)>$/.exec(header)?.[1] ?? ''
  expect(address).toMatch(`${ORIGIN}/api/mail/unsubscribe?token=`)
  return address.slice(ORIGIN.length)
}

describe('the digest', () => {
  test('has what is new and unread, and nothing else', async ({ bob, carl, reader, digestsAfter }) => {
    const ann = await reader()
    const post = await writePost(ann, 'First\r\nline')
    await like(bob, post._id)
    await comment(bob, post._id, 'Wow <b> & so on')
    await follow(carl, ann)
    const [mail, ...more] = await digestsAfter(1, ann)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ subject: '3 new notifications on Quack' })
    expect(mail?.headers['list-unsubscribe-post']).toEqual([ONE_CLICK])
    const page = `${ORIGIN}/unsubscribe?token=${unsubscribeOf(mail).split('=')[1]}`
    const name = ({ record }: TestMember) => `${record.firstName} ${record.lastName}`
    for (const line of [
      `What is new for ${ann.username} on Quack today:`,
      `- ${name(carl)} followed you\n  ${ORIGIN}/profile/${carl.username}`,
      `- ${name(bob)} commented on your post: Wow <b> & so on\n  ${ORIGIN}/post-detail/`,
      `- ${name(bob)} liked your post: First line\n`,
      `See all notifications:\n${ORIGIN}/notifications`,
      `To get no more of these mails: ${page}`,
    ])
      expect(mail?.text).toContain(line)
    expect(mail?.html).toContain('Wow &lt;b&gt; &amp; so on')
    expect(mail?.html).toContain(`<a href="${page}"`)
    // What was in a digest is not in the next one, read or not.
    expect(await digestsAfter(1, ann)).toHaveLength(1)
  })

  test('leaves out what the list does not show', async ({ bob, carl, member, reader, digestsAfter }) => {
    const ann = await reader()
    const [post, dora] = [await writePost(ann, 'A post'), await member('dora')]
    await follow(bob, ann)
    await comment(bob, post._id, 'From somebody blocked later')
    await block(ann, bob)
    await comment(carl, post._id, 'From somebody who blocks later')
    await block(carl, ann)
    await like(dora, post._id)
    await dislike(dora, post._id)
    expect(await digestsAfter(1, ann)).toEqual([])
  })

  test('is not sent for what was read', async ({ bob, reader, digestsAfter }) => {
    const ann = await reader()
    await follow(bob, ann)
    await readAll(ann)
    expect(await digestsAfter(1, ann)).toEqual([])
  })

  test('shows ten and counts the others; weekly, it comes after a week', async ({ app, bob, reader, digestsAfter }) => {
    const before = Date.now()
    const ann = await reader('weekly')
    const { digest_at } = await app.db.read
      .selectFrom('notification_preferences')
      .select('digest_at')
      .where('member_id', '=', idOf(ann))
      .executeTakeFirstOrThrow()
    expect(digest_at).toBeGreaterThanOrEqual(before + 7 * DAY)
    expect(digest_at).toBeLessThanOrEqual(Date.now() + 7 * DAY)
    for (let count = 0; count < 12; count++) await like(bob, (await writePost(ann, `Post ${count}`))._id)
    const [mail] = await digestsAfter(7, ann)
    expect(mail?.subject).toBe('12 new notifications on Quack')
    expect(mail?.text).toContain('on Quack this week:')
    expect(mail?.text.match(/liked your post/g)).toHaveLength(10)
    expect(mail?.text).toContain(`- And 2 more\n  ${ORIGIN}/notifications`)
  })

  test('is stored, but not sent, for an address that is not confirmed', async ({ app, bob, member, digestsAfter }) => {
    const ann = await member('ann')
    await ann.call(SETTINGS, { body: { digest: 'daily' } })
    await follow(bob, ann)
    expect(await digestsAfter(1, ann)).toEqual([])
    expect(await digestOf(ann)).toBe('daily')
    const { member_id } = await app.db.read
      .selectFrom('notification_preferences')
      .select('member_id')
      .where('member_id', '=', idOf(ann))
      .where('digest_at', 'is not', null)
      .executeTakeFirstOrThrow()
    expect(member_id).toBe(idOf(ann))
  })

  test('is not sent to who must not sign in', async ({ app, bob, reader, digestsAfter }) => {
    const [gone, bad, ann] = [await reader(), await reader(), await reader()]
    for (const each of [gone, bad, ann]) await follow(bob, each)
    await suspend(app.db, idOf(bad))
    await anonymise(app.db, idOf(gone))
    expect(await digestsAfter(1, bad)).toEqual([])
    expect(await digestsAfter(0, gone)).toEqual([])
    expect(await digestsAfter(0, ann)).toHaveLength(1)
  })

  test('is sent once by workers that look at the same time', async ({ app, bob, clock, reader, digestsAfter }) => {
    const ann = await reader()
    await follow(bob, ann)
    const logger = { info: () => undefined }
    const later = () => clock.now() + 2 * DAY
    await Promise.all([1, 2, 3].map(() => queueDigests(app.db, later, logger)))
    expect(await digestsAfter(0, ann)).toHaveLength(1)
  })
})

describe('a digest that waits', () => {
  const waits = test
    /** Queues what is due, and does something before it is sent. */
    .extend('waiting', ({ app, clock, digestsAfter }) => async (ann: TestMember, meanwhile: () => Promise<unknown>) => {
      const setDue = (transaction: Connection, due_at: number) =>
        transaction
          .updateTable('mails')
          .set({ due_at })
          .where('member_id', '=', idOf(ann))
          .where('kind', '=', 'digest')
          .execute()
      // The worker may be looking.
      const write = <Result>(work: (transaction: Connection) => Promise<Result>) =>
        app.db.write(async (transaction) => {
          const result = await work(transaction)
          await setDue(transaction, Number.MAX_SAFE_INTEGER)
          return result
        })
      const later = Math.max(clock.now(), Date.now()) + 2 * DAY
      await queueDigests({ ...app.db, write }, () => later, { info: () => undefined })
      const queued = app.db.read.selectFrom('mails').select('kind').where('member_id', '=', idOf(ann))
      expect(await queued.execute()).toContainEqual({ kind: 'digest' })
      await meanwhile()
      await app.db.write((transaction) => setDue(transaction, clock.now()))
      return digestsAfter(0, ann)
    })

  waits('has what is left when it is sent', async ({ bob, carl, reader, waiting }) => {
    const ann = await reader()
    const [one, other] = [await writePost(ann, 'Deleted'), await writePost(ann, 'Before')]
    for (const post of [one, other]) await like(bob, post._id)
    await follow(carl, ann)
    const [mail, ...more] = await waiting(ann, async () => {
      await ann.call('DELETE /api/posts/:postId', { params: { postId: one._id } })
      const body = { postData: { content: 'After' } }
      await ann.call('POST /api/posts/edit/:postId', { params: { postId: other._id }, body })
      await block(ann, carl)
    })
    expect(more).toEqual([])
    expect(mail?.subject).toBe('1 new notification on Quack')
    expect(mail?.text).toContain('liked your post: After')
    for (const gone of ['Deleted', 'Before', 'followed you']) expect(mail?.text).not.toContain(gone)
  })

  waits('is not sent if nothing is left', async ({ bob, reader, waiting }) => {
    const blocking = await reader()
    await follow(bob, blocking)
    expect(await waiting(blocking, () => block(blocking, bob))).toEqual([])
    const reading = await reader()
    await follow(bob, reading)
    expect(await waiting(reading, () => readAll(reading))).toEqual([])
  })

  waits.for([
    ['the address is not confirmed any more', { email_confirmed_at: null }],
    ['the address is another', { email: 'another@example.com' }],
  ] as const)('is not sent if %s', async ([, change], { app, bob, mailServer, reader, waiting }) => {
    const ann = await reader()
    await follow(bob, ann)
    const lose = () =>
      app.db.write((transaction) =>
        transaction.updateTable('members').set(change).where('id', '=', idOf(ann)).execute(),
      )
    expect(await waiting(ann, lose)).toEqual([])
    expect(mailServer.mails.filter(({ to }) => to.includes('another@example.com'))).toEqual([])
  })

  waits('is not sent if it was switched off, or the member suspended', async ({ app, bob, reader, waiting }) => {
    const off = await reader()
    await follow(bob, off)
    const switchOff = { digest: 'off' as const, digest_at: null }
    const turn = () =>
      app.db.write((transaction) =>
        transaction.updateTable('notification_preferences').set(switchOff).where('member_id', '=', idOf(off)).execute(),
      )
    expect(await waiting(off, turn)).toEqual([])
    const bad = await reader()
    await follow(bob, bad)
    expect(await waiting(bad, () => suspend(app.db, idOf(bad)))).toEqual([])
  })
})

describe('unsubscribing', () => {
  test('is a form of the mail program, without a session, as often as it likes', async ({
    app,
    bob,
    carl,
    reader,
    digestsAfter,
  }) => {
    const ann = await reader()
    await follow(bob, ann)
    const url = unsubscribeOf((await digestsAfter(1, ann))[0])
    // Programs that check mails open their links.
    const opened = await app.visitor.send({ url })
    expect([opened.status, opened.headers.location]).toEqual([303, url.replace('/api/mail', '')])
    expect(await digestOf(ann)).toBe('daily')
    for (const [type, payload] of [
      ['application/x-www-form-urlencoded', ONE_CLICK],
      [
        'multipart/form-data; boundary=x',
        '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      ],
      ['application/x-www-form-urlencoded', ONE_CLICK],
    ] as const) {
      const answer = await app.visitor.send({ method: 'POST', url, headers: { 'content-type': type }, payload })
      expect([answer.status, answer.body]).toEqual([200, {}])
      expect(await digestOf(ann)).toBe('off')
    }
    await follow(carl, ann)
    expect(await digestsAfter(7, ann)).toHaveLength(1)
    // The link does not stop what is chosen later.
    await ann.call(SETTINGS, { body: { digest: 'weekly' } })
    expect(await digestOf(ann)).toBe('weekly')
  })

  test('ends only the digest of the member of the token', async ({ app, reader }) => {
    const [ann, other] = [await reader(), await reader()]
    const { secret } = app.dependencies
    const token = createUnsubscribeToken(secret, idOf(ann))
    const signature = token.split('.')[1] ?? ''
    for (const forged of [
      `${idOf(other)}.${signature}`,
      `${token.slice(0, -2)}xx`,
      token.slice(0, -2),
      createUnsubscribeToken(`another ${secret}`, idOf(ann)),
      `${idOf(ann)}.`,
      String(idOf(ann)),
      '.',
    ])
      expect(await app.visitor.refuse(UNSUBSCRIBE, { query: { token: forged } })).toEqual(refusal('unsubscribeInvalid'))
    expect([await digestOf(ann), await digestOf(other)]).toEqual(['daily', 'daily'])
    expect(await app.visitor.call(UNSUBSCRIBE, { query: { token } })).toEqual({})
    expect([await digestOf(ann), await digestOf(other)]).toEqual(['off', 'daily'])
    const gone = createUnsubscribeToken(secret, 12_345 as MemberId)
    expect(await app.visitor.call(UNSUBSCRIBE, { query: { token: gone } })).toEqual({})
  })
})
