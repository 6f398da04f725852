import { expect } from 'vitest'
import { test as base } from '../../../../test/fixtures.ts'
import { FROM, ORIGIN } from '../../../../test/mails.ts'
import { STOPPED_CLOCK, WITHOUT_BACKGROUND_WORK } from '../../../../test/without-background-work.ts'
import { createCaches } from '../../../caches.ts'

const test = base.extend('options', { scope: 'file' }, () => ({
  // Queries are counted, so answers are not compared with those of another path.
  ...WITHOUT_BACKGROUND_WORK,
  createCaches,
  publicUrl: ORIGIN,
  clock: STOPPED_CLOCK,
  mail: { location: { url: 'smtp://127.0.0.1:9', from: FROM }, timeoutMs: 1 },
}))

test('a request for a link does and answers the same, whether there is such a member or not', async ({ app, ann }) => {
  const others = `somebody.with.a.longer.name.than.${ann.username}@example.com`
  await app.db.write((transaction) => transaction.deleteFrom('mails').execute())
  const done = []
  for (const name of [ann.username, others]) {
    const before = app.db.stats().queries_total ?? 0
    const answer = await app.visitor.send({ method: 'POST', url: '/api/auth/forgot', payload: { name } })
    // Not the time, which depends on the machine: a factor of two hides a look-up.
    const queries = (app.db.stats().queries_total ?? 0) - before
    expect(queries).toBeGreaterThan(0)
    const [row] = await app.db.read.selectFrom('mails').selectAll().orderBy('id', 'desc').execute()
    const { member_id, kind, recipient, body = '', attempts } = row ?? {}
    done.push([answer.status, answer.body, member_id, kind, recipient, body.length, attempts, queries])
    // Who it is cannot be read from the database either, nor how long the name is.
    expect(body).not.toContain(name)
  }
  expect(done[0]).toEqual(done[1])
  expect(done[0]?.slice(0, 4)).toEqual([200, {}, null, 'resetRequest'])
})
