import { randomBytes } from 'node:crypto'
import { startMailServer } from '@quack/testing/mail-server'
import { patient } from '@quack/testing/patience'
import { describe, expect } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { ENGINE } from '../../../test/database.ts'
import { test as base } from '../../../test/fixtures.ts'
import { FROM, ORIGIN } from '../../../test/mails.ts'
import { createTestClock } from '../../../test/test-clock.ts'
import { buildApp } from '../../app.ts'
import { createLanguages, ENGLISH } from '../../locale/languages.ts'
import { MailQueue } from './mail-queue.ts'
import { CLAIM_MS } from './mail-worker.ts'
import { claimMails } from './mails.queries.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** SQLite has one process. */
const NODES = ENGINE === 'postgres' ? 3 : 1

/** Each test has an installation and a mail server of its own. */
const test = base
  .extend('mailServer', async ({ temporary: _ }, { onCleanup }) => {
    const mailServer = await startMailServer()
    onCleanup(() => mailServer.stop().catch(() => undefined))
    return mailServer
  })
  .extend('clock', () => createTestClock({ isHourly: true }))
  .extend('own', async ({ ownApp, mailServer, clock }) => {
    const mail = { location: { url: mailServer.url, from: FROM }, timeoutMs: patient(60_000) }
    const queue = new MailQueue({
      db: ownApp.db,
      secret: ownApp.dependencies.secret,
      publicUrl: ORIGIN,
      now: clock.now,
      languages: createLanguages({}),
    })
    return { clock, mail, queue }
  })
  /** Starts a node, which sends. */
  .extend('startNode', ({ ownApp, own }) => async (options: { timeoutMs?: number; secret?: string } = {}) => {
    const db = ENGINE === 'postgres' ? await ownApp.database.reopen() : ownApp.db
    const { timeoutMs = own.mail.timeoutMs, secret = ownApp.dependencies.secret } = options
    const mail = { ...own.mail, timeoutMs }
    const app = await buildApp({ ...ownApp.dependencies, db, secret, publicUrl: ORIGIN, clock: own.clock, mail })
    await app.ready()
    return {
      async close() {
        await app.close()
        if (db !== ownApp.db) await db.close()
      },
    }
  })
  .extend('send', ({ ownApp, own }) => (to: string, usefulMs?: number) => {
    const content = { language: ENGLISH, subject: `To ${to}`, paragraphs: ['Hello'] }
    const mail = { kind: 'test' as const, member: null, to, content, ...(usefulMs && { usefulMs }) }
    return ownApp.db.write((transaction) => own.queue.queue(transaction, mail))
  })

const rowsOf = ({ db }: TestApp) => db.read.selectFrom('mails').selectAll().orderBy('id').execute()
const recipients = (mails: readonly { to: readonly string[] }[]) => mails.flatMap(({ to }) => to).sort()

describe('the worker', () => {
  test('sends what was queued before it started, and nothing is left', async ({
    ownApp,
    mailServer,
    send,
    startNode,
  }) => {
    await send('ann@example.com')
    await send('bob@exämple.de')
    await send('grüße@exämple.de')
    const node = await startNode()
    await expect
      .poll(() => recipients(mailServer.mails))
      .toEqual(['ann@example.com', 'bob@exämple.de', 'grüße@exämple.de'])
    await expect.poll(() => rowsOf(ownApp)).toEqual([])
    await node.close()
  })

  test('several nodes send each mail once', async ({ ownApp, mailServer, clock, send, startNode }) => {
    const nodes = await Promise.all(Array.from({ length: NODES }, () => startNode()))
    const addresses = Array.from({ length: 20 }, (_, index) => `member${index}@example.com`)
    await Promise.all(addresses.map((address) => send(address)))
    clock.advance(1)
    await expect.poll(() => rowsOf(ownApp)).toEqual([])
    expect(recipients(mailServer.mails)).toEqual(addresses.toSorted())
    expect(mailServer.attempts).toBe(addresses.length)
    for (const node of nodes) await node.close()
  })

  test('tries again later and later what was refused for now', async ({
    ownApp,
    mailServer,
    clock,
    send,
    startNode,
  }) => {
    mailServer.answer(451)
    await send('ann@example.com')
    const node = await startNode()
    for (const [attempts, wait] of [1, 2, 4].entries()) {
      await expect.poll(() => rowsOf(ownApp)).toMatchObject([{ attempts: attempts + 1, claimed_until: 0 }])
      const [row] = await rowsOf(ownApp)
      expect(row?.due_at).toBe(clock.now() + wait * MINUTE)
      expect(row?.problem).toContain('Not this one')
      if (wait === 4) mailServer.answer('accept')
      clock.advance(wait * MINUTE)
    }
    await expect.poll(() => mailServer.mails).toHaveLength(1)
    await node.close()
  })

  test('gives up what was refused for good, and lists it for 14 days', async ({
    ownApp,
    mailServer,
    clock,
    send,
    startNode,
  }) => {
    const age = (days: number) =>
      ownApp.db.write((transaction) =>
        transaction
          .updateTable('mails')
          .set({ failed_at: Date.now() - days * DAY })
          .where('failed_at', 'is not', null)
          .execute(),
      )
    mailServer.answer(550)
    await send('ann@example.com')
    const node = await startNode()
    await expect.poll(() => rowsOf(ownApp)).toMatchObject([{ due_at: null, failed_at: clock.now() }])
    expect((await rowsOf(ownApp))[0]?.problem).toContain('Not this one')
    // Before the worker looks again: that look may find the next mail already.
    mailServer.answer('accept')
    await age(13)
    await send('bob@example.com')
    clock.advance(1)
    await expect.poll(() => recipients(mailServer.mails)).toEqual(['bob@example.com'])
    await expect.poll(() => rowsOf(ownApp)).toHaveLength(1)
    await age(15)
    clock.advance(1)
    await expect.poll(() => rowsOf(ownApp)).toEqual([])
    expect(mailServer.attempts).toBe(2)
    await node.close()
  })

  test('gives up what is of no use any more', async ({ ownApp, mailServer, clock, send, startNode }) => {
    await send('ann@example.com', 60 * MINUTE)
    clock.advance(60 * MINUTE)
    const node = await startNode()
    await expect.poll(() => rowsOf(ownApp)).toMatchObject([{ due_at: null, problem: 'It was not accepted in time.' }])
    expect(mailServer.attempts).toBe(0)
    await node.close()
  })

  test('sends nothing that was queued with another secret', async ({ ownApp, mailServer, send, startNode }) => {
    await send('ann@example.com')
    const node = await startNode({ secret: randomBytes(32).toString('hex') })
    await expect
      .poll(() => rowsOf(ownApp))
      .toMatchObject([{ due_at: null, problem: expect.stringContaining('secret') }])
    expect(mailServer.attempts).toBe(0)
    await node.close()
  })
})

describe('a mail server', () => {
  test('that is down loses nothing: all is sent when it is back', async ({
    ownApp,
    mailServer,
    clock,
    send,
    startNode,
  }) => {
    await mailServer.stop()
    await send('ann@example.com')
    const node = await startNode()
    await expect.poll(() => rowsOf(ownApp)).toMatchObject([{ attempts: 1, claimed_until: 0 }])
    // While it is down, others are not even tried.
    await send('bob@example.com')
    clock.advance(MINUTE / 2)
    await mailServer.restart()
    clock.advance(MINUTE / 2)
    await expect.poll(() => recipients(mailServer.mails)).toEqual(['ann@example.com', 'bob@example.com'])
    expect(mailServer.attempts).toBe(2)
    await node.close()
  })

  test('that is down for long is tried every 16 minutes', async ({ ownApp, mailServer, clock, send, startNode }) => {
    await mailServer.stop()
    await send('ann@example.com')
    const node = await startNode()
    for (const [attempts, wait] of [1, 2, 4, 8, 16, 16].entries()) {
      await expect.poll(() => rowsOf(ownApp)).toMatchObject([{ attempts: attempts + 1, claimed_until: 0 }])
      expect((await rowsOf(ownApp))[0]?.due_at).toBe(clock.now() + wait * MINUTE)
      clock.advance(wait * MINUTE)
    }
    await node.close()
  })

  test('that never answers is given up after the time limit, and the mail is tried again', async ({
    ownApp,
    mailServer,
    clock,
    send,
    startNode,
  }) => {
    mailServer.answer('hang')
    await send('ann@example.com')
    const node = await startNode({ timeoutMs: 100 })
    await expect.poll(() => rowsOf(ownApp)).toMatchObject([{ attempts: 1, claimed_until: 0 }])
    expect(mailServer.mails).toEqual([])
    await node.close()
    mailServer.answer('accept')
    clock.advance(MINUTE)
    const next = await startNode()
    await expect.poll(() => mailServer.mails).toHaveLength(1)
    await next.close()
  })

  test('that is slow delays the stop of the server as little as a request', async ({
    ownApp,
    mailServer,
    clock,
    send,
    startNode,
  }) => {
    mailServer.answer('hang')
    const node = await startNode()
    // The server would wait for a minute for an answer.
    await send('ann@example.com')
    clock.advance(1)
    await expect.poll(() => mailServer.attempts).toBe(1)
    await node.close()
    // A stop says nothing about the mail server: the mail is due at once, and counts no attempt.
    expect(await rowsOf(ownApp)).toMatchObject([{ attempts: 0, claimed_until: 0 }])
    mailServer.answer('accept')
    const next = await startNode()
    await expect.poll(() => mailServer.mails).toHaveLength(1)
    await next.close()
  })

  test('that takes a mail and breaks off before it says so gets it again, as the same message', async ({
    ownApp,
    mailServer,
    clock,
    send,
    startNode,
  }) => {
    mailServer.answer('drop')
    await send('ann@example.com')
    const node = await startNode()
    await expect.poll(() => rowsOf(ownApp)).toMatchObject([{ attempts: 1, claimed_until: 0 }])
    mailServer.answer('accept')
    clock.advance(MINUTE)
    await expect.poll(() => mailServer.mails).toHaveLength(2)
    await expect.poll(() => rowsOf(ownApp)).toEqual([])
    const ids = mailServer.mails.map(({ headers }) => headers['message-id'])
    expect(ids[0]).toEqual(ids[1])
    await node.close()
  })
})

test('what a dead node has claimed is sent, once the claim has expired', async ({
  ownApp,
  mailServer,
  clock,
  send,
  startNode,
}) => {
  await send('ann@example.com')
  const keys = (await rowsOf(ownApp)).map(({ id }) => id)
  const claim = { keys, now: clock.now(), until: clock.now() + CLAIM_MS }
  expect(await ownApp.db.write((transaction) => claimMails(transaction, claim))).toHaveLength(1)
  await send('bob@example.com')
  const node = await startNode()
  await expect.poll(() => recipients(mailServer.mails)).toEqual(['bob@example.com'])
  // The mail server has a mail before the node knows: its claim of Bob's mail must not expire as well.
  await expect.poll(() => rowsOf(ownApp)).toHaveLength(1)
  clock.advance(CLAIM_MS)
  await expect.poll(() => recipients(mailServer.mails)).toEqual(['ann@example.com', 'bob@example.com'])
  await node.close()
})
