import { expect } from 'vitest'
import { test as base } from '../../../test/fixtures.ts'
import { FROM, ORIGIN } from '../../../test/mails.ts'
import { STOPPED_CLOCK } from '../../../test/without-background-work.ts'

const test = base.extend('options', { scope: 'file' }, () => ({
  publicUrl: ORIGIN,
  mail: { location: { url: 'smtp://127.0.0.1:9', from: FROM }, clock: STOPPED_CLOCK, timeoutMs: 1 },
}))

test('a request for a link does and answers the same, whether there is such a member or not', async ({ app, ann }) => {
  const others = ann.username.replace(/./, 'z')
  await app.db.write((transaction) => transaction.deleteFrom('mails').execute())
  const done = []
  for (const name of [ann.username, others]) {
    const answer = await app.visitor.send({ method: 'POST', url: '/api/auth/forgot', payload: { name } })
    const [row] = await app.db.read.selectFrom('mails').selectAll().orderBy('id', 'desc').execute()
    const { member_id, kind, recipient, body = '', attempts } = row ?? {}
    done.push([answer.status, answer.body, member_id, kind, recipient, body.length, attempts])
    // Who it is cannot be read from the database either.
    expect(body).not.toContain(name)
  }
  expect(done[0]).toEqual(done[1])
  expect(done[0]?.slice(0, 4)).toEqual([200, {}, null, 'resetRequest'])
})

test('a request for a link takes as long, whether there is such a member or not', async ({ app, ann }) => {
  // CPU time of all threads, because elapsed time depends on the load of the machine.
  const work = async (name: string) => {
    const started = process.cpuUsage()
    for (let count = 0; count < 5; count++) await app.visitor.call('POST /api/auth/forgot', { body: { name } })
    const { user, system } = process.cpuUsage(started)
    return user + system
  }
  const [known, unknown]: [number[], number[]] = [[], []]
  const others = ann.username.replace(/./, 'z')
  // The first rounds load and compile.
  for (let round = 0; round < 36; round++) {
    const [one, other] = [await work(ann.username), await work(others)]
    if (round < 5) continue
    known.push(one)
    unknown.push(other)
  }
  const median = (all: number[]) => all.toSorted((a, b) => a - b)[15] ?? 0
  // To look for the member and make a link takes several statements more.
  expect(median(unknown)).toBeGreaterThan(median(known) / 2)
  expect(median(unknown)).toBeLessThan(median(known) * 2)
})
