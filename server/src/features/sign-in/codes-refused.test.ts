import { expect } from 'vitest'
import { PASSWORD } from '../../../test/answers.ts'
import { test as base } from '../../../test/mail-fixtures.ts'
import { FROM, ORIGIN } from '../../../test/mails.ts'
import { enableFactor } from '../../../test/second-factor.ts'
import { RATE_LIMITS } from '../../http/limits/rate-limits.ts'

const test = base.extend('options', { scope: 'file' }, ({ clock, mailServer }) => ({
  rateLimits: RATE_LIMITS,
  publicUrl: ORIGIN,
  clock,
  mail: { location: { url: mailServer.url, from: FROM }, timeoutMs: 60_000 },
}))

test('a member is told once that somebody with the password has tried too many codes', async ({
  app,
  ann,
  mailServer,
}) => {
  await app.db.write((transaction) =>
    transaction.updateTable('members').set({ email_confirmed_at: 1 }).where('username', '=', ann.username).execute(),
  )
  await enableFactor(ann)
  const attempt = async () => {
    const payload = { username: ann.username, password: PASSWORD, code: 'no code' }
    return (await app.visitor.send({ method: 'POST', url: '/api/auth/login', payload })).status
  }
  const events = async () =>
    (await ann.call('GET /api/account/events')).events.filter(({ kind }) => kind === 'codesRefused').length
  for (let count = 0; count < 4; count++) expect(await attempt()).toBe(401)
  expect(await events()).toBe(0)
  expect(await Promise.all([attempt(), attempt(), attempt()])).toEqual(expect.arrayContaining([401, 429, 429]))
  expect(await attempt()).toBe(429)
  expect(await events()).toBe(1)
  const notice = () => mailServer.mails.filter(({ subject }) => subject.startsWith('Somebody has your password'))
  await expect.poll(notice).toHaveLength(1)
  expect(notice()[0]?.to).toEqual([ann.record.email])
})
