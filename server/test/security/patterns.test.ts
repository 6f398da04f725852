import { toWebsite } from '@quack/contract/rules/text'
import { expect } from 'vitest'
import { describeDevice } from '../../src/features/sessions/device.ts'
import { test } from '../fixtures.ts'

/** Parts of texts for which a backtracking regular expression takes minutes (ReDoS). */
const PAINS = [
  ...['a', '0', ' ', '.', '-', '@', '/', '%', '\\', '\n', '"', "'", '<', '('],
  ...['a.', 'a@', ' ,', '=1', '%2', '://', 'http://'],
]
/** About as long as the head of a request may be, and longer than any text of a member. */
const LONG = 16_000
/** CPU time in milliseconds, which does not depend on other load. Slow patterns take minutes. */
const SOON = 20_000

function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(since)
  return (user + system) / 1_000
}

test('functions on texts of members take linear time', () => {
  const started = process.threadCpuUsage()
  for (const pain of PAINS) {
    toWebsite(pain.repeat(LONG))
    describeDevice(pain.repeat(LONG))
  }
  expect(cpuMs(started)).toBeLessThan(SOON)
})

test('schemas of a sign-up, a website, a cursor and a header validate in linear time', async ({ app, ann }) => {
  const started = process.threadCpuUsage()
  for (const pain of PAINS) {
    const text = pain.repeat(4_000 / pain.length)
    const form = { username: text, firstName: text, lastName: text, email: text, password: text, avatarURL: text }
    expect((await app.visitor.send({ method: 'POST', url: '/api/auth/signup', payload: form })).status).toBe(422)
    await ann.send({ method: 'POST', url: '/api/users/edit', payload: { userData: { website: text } } })
    await ann.send({ url: `/api/posts?cursor=${encodeURIComponent(text.slice(0, 3_000))}` })
    await ann.send({ url: '/api/posts', headers: { prefer: text.replace(/[\n\\]/g, 'x').slice(0, 10_000) } })
  }
  expect(cpuMs(started)).toBeLessThan(SOON)
})
