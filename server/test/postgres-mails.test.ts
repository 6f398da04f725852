import { type MailServer, startMailServer } from '@quack/testing/mail-server'
import { patient } from '@quack/testing/patience'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../src/database/database.ts'
import { createIdSource } from '../src/database/ids.ts'
import { openPostgres } from '../src/database/postgres/postgres.ts'
import { startTestApp, type TestApp } from './app.ts'
import { FROM, ORIGIN } from './mails.ts'
import { signUp } from './members.ts'
import { createTestClock } from './test-clock.ts'

const fail = (error: Error) => {
  throw error
}

describe('three nodes with one mail server', () => {
  const clock = createTestClock()
  let mailServer: MailServer
  let nodes: TestApp[] = []
  let others: Database[] = []

  beforeAll(async () => {
    mailServer = await startMailServer()
    const location = { url: mailServer.url, from: FROM }
    const one = await startTestApp({ publicUrl: ORIGIN, clock, mail: { location, timeoutMs: patient(60_000) } })
    const url = one.database.env.DATABASE_URL ?? ''
    others = [await openPostgres(url, createIdSource(1), fail), await openPostgres(url, createIdSource(2), fail)]
    nodes = [one]
    for (const db of others) nodes.push(await startTestApp({ ...one.dependencies, db }))
  })
  afterAll(async () => {
    for (const node of nodes.slice(1)) await node.close()
    for (const db of others) await db.close()
    await nodes[0]?.close()
    await mailServer.stop()
  })

  const node = (index: number) => nodes[index % 3] as TestApp
  const mailsTo = (address: string) => mailServer.mails.filter(({ to }) => to.includes(address))
  const queued = () => node(0).db.primary.selectFrom('mails').select(['attempts', 'claimed_until']).execute()

  test('send each mail once', async () => {
    const addresses = Array.from({ length: 12 }, (_, index) => `member${index}@example.com`)
    mailServer.answer(451)
    // They wait, so that all nodes look for them at the same time.
    await Promise.all(addresses.map((email, index) => signUp(node(index), { username: `member${index}`, email })))
    await expect
      .poll(async () => (await queued()).filter(({ attempts, claimed_until }) => attempts === 1 && claimed_until === 0))
      .toHaveLength(addresses.length)
    mailServer.answer('accept')
    // All are due again, for all three.
    clock.advance(9 * 60_000)
    await expect.poll(queued).toEqual([])
    for (const address of addresses) expect(mailsTo(address).map(({ subject }) => subject)).toHaveLength(1)
  })

  test('reset a password by a link that another was asked for', async () => {
    const email = 'forgetful@example.com'
    const { username } = await signUp(node(0), { username: 'forgetful', email })
    // After the mail of the sign-up.
    for (const [index, name] of [email, username].entries()) {
      await node(index + 1).visitor.call('POST /api/auth/forgot', { body: { name } })
      await expect.poll(() => mailsTo(email)).toHaveLength(index + 2)
    }
    const token = mailsTo(email)[2]?.links[0]?.split('/').at(-1) ?? ''
    const payload = { token, password: 'a new password' }
    const answers = await Promise.all(
      nodes.map(({ visitor }) => visitor.send({ method: 'POST', url: '/api/auth/reset', payload })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await node(2).visitor.call('POST /api/auth/login', { body: { username, password: payload.password } })
  })
})
