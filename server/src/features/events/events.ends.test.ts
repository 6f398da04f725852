import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { listen, openStream } from '../../../test/events.ts'
import { test as base } from '../../../test/fixtures.ts'
import { signUp, type TestMember } from '../../../test/members.ts'
import type { MemberId } from '../../database/schema.ts'
import { suspend } from '../moderation/suspension.service.ts'
import { EVENTS } from './events.routes.ts'

const test = base
  .extend('options', { scope: 'file' }, () => ({ events: EVENTS }))
  .extend('address', { scope: 'file' }, ({ app }) => listen(app))

describe('a stream of events', () => {
  test.for<[string, (member: TestMember, installation: TestApp) => Promise<unknown>]>([
    ['logs out', (member) => member.call('POST /api/auth/logout')],
    ['is suspended', (member, { db }) => suspend(db, Number(member._id) as MemberId)],
  ])('ends when its member %s', async ([_what, end], { app, member, address }) => {
    const viewer = await member('viewer')
    const [stream, other] = [
      await openStream(address, viewer.token),
      await openStream(address, (await member('somebody')).token),
    ]
    await end(viewer, app)
    await stream.ended
    expect(stream.heard.at(-1)).toEqual({ name: 'ended', data: {} })
    expect(other.heard.map(({ name }) => name)).not.toContain('ended')
    other.close()
  })

  test('ends when its session has expired', async ({ app, member, address }) => {
    const viewer = await member('viewer')
    const stream = await openStream(address, viewer.token)
    await app.db.write((transaction) =>
      transaction
        .updateTable('sessions')
        .set({ expires_at: Date.now() - 1 } as object)
        .where('member_id', '=', Number(viewer._id) as MemberId)
        .execute(),
    )
    await stream.ended
    expect(stream.heard.at(-1)).toEqual({ name: 'ended', data: {} })
  })
})
test('a closing server ends its streams and asks their clients to come back soon', async () => {
  const app = await startTestApp({ events: EVENTS })
  const viewer = await signUp(app)
  const stream = await openStream(await listen(app), viewer.token)
  await app.close()
  await stream.ended
  expect(stream.heard.map(({ name }) => name)).not.toContain('ended')
  expect(stream.retryMs()).toBeLessThan(1_000)
})

test('a stream whose request arrives while the server closes ends too', async () => {
  const app = await startTestApp({ events: EVENTS })
  const { token } = await signUp(app)
  const { hostname, port, host } = new URL(await listen(app))
  const socket = connect(Number(port), hostname)
  const answer = text(socket)
  socket.write(`GET /api/events HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${token}\r\n`)
  await once(app.app.server, 'connection')
  const closed = app.close()
  await expect.poll(() => app.app.server.listening).toBe(false)
  socket.write('\r\n')
  expect(await answer).toContain('retry: 500')
  await closed
})
