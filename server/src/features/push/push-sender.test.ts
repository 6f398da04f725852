import { startPushService } from '@quack/testing/push-service'
import { describe, expect } from 'vitest'
import { test as base } from '../../../test/fixtures.ts'
import type { Database } from '../../database/database.ts'
import { putSetting } from '../installation/settings.queries.ts'
import { loadPushKeys } from './push-keys.ts'
import { createPushSender, type Message } from './push-sender.ts'

const OPTIONS = { allowPrivateAddresses: true, contact: 'https://quack.example', timeoutMs: 60_000 }
const SECRET = 'a secret of thirty-two characters'
const MESSAGE: Message = { payload: '{"title":"🦆 Quack"}', ttl: 3_600, urgency: 'normal', topic: 'a-topic_1' }

const test = base
  .extend('keys', { scope: 'file' }, ({ app }) => loadPushKeys(app.db, SECRET))
  .extend('service', async ({ keys: _ }, { onCleanup }) => {
    const service = await startPushService()
    onCleanup(() => service.close())
    return service
  })
  .extend('sender', ({ keys }, { onCleanup }) => {
    const sender = createPushSender(keys, OPTIONS)
    onCleanup(() => sender.close())
    return sender
  })
  .extend('device', ({ service, keys }) => service.subscribe(keys.publicKey))
  .extend('target', ({ device }) => {
    const { endpoint, keys } = device.subscription
    return { endpoint, ...keys }
  })

describe('a push message', () => {
  test('is encrypted and signed by the rules, and its device reads it', async ({ service, sender, device, target }) => {
    expect(await sender.send(target, MESSAGE)).toEqual({ kind: 'sent' })
    expect(service.problems).toEqual([])
    expect(device.messages).toEqual([{ ...MESSAGE, contact: 'https://quack.example' }])
  })

  test('may have no topic, and its sender no contact', async ({ keys, service, device, target }) => {
    const sender = createPushSender(keys, { ...OPTIONS, contact: null })
    expect(await sender.send(target, { ...MESSAGE, topic: null })).toEqual({ kind: 'sent' })
    sender.close()
    expect(service.problems).toEqual([])
    expect(device.messages).toMatchObject([{ topic: undefined, contact: undefined }])
  })

  test('has 3,993 bytes at most', async ({ service, sender, device, target }) => {
    const payload = 'x'.repeat(3_993)
    expect(await sender.send(target, { ...MESSAGE, payload })).toEqual({ kind: 'sent' })
    expect(await sender.send(target, { ...MESSAGE, payload: `${payload}x` })).toMatchObject({ kind: 'later' })
    expect(service.problems).toEqual([])
    expect(device.messages.map((message) => message.payload)).toEqual([payload])
  })

  test('is for one device: another cannot read it', async ({ keys, service, sender, target }) => {
    const other = service.subscribe(keys.publicKey)
    await sender.send({ ...target, endpoint: other.subscription.endpoint }, MESSAGE)
    expect(other.messages).toEqual([])
    expect(service.problems).toHaveLength(1)
  })

  test('is refused if another server has signed it', async ({ service, sender, target }) => {
    const foreign = service.subscribe('BAnother_key')
    const outcome = await sender.send({ ...target, endpoint: foreign.subscription.endpoint }, MESSAGE)
    expect(outcome).toEqual({ kind: 'never', problem: 'status 400' })
  })
})

describe('the outcome', () => {
  test.for([
    [404, {}, { kind: 'gone' }],
    [410, {}, { kind: 'gone' }],
    [429, { 'retry-after': '120' }, { kind: 'later', afterMs: 120_000, problem: 'status 429', isUnanswered: false }],
    [429, { 'retry-after': 'soon' }, { kind: 'later', afterMs: null, problem: 'status 429', isUnanswered: false }],
    [
      503,
      { 'retry-after': 'Thu, 01 Jan 2026 00:00:00 GMT' },
      { kind: 'later', afterMs: 0, problem: 'status 503', isUnanswered: false },
    ],
    [500, {}, { kind: 'later', afterMs: null, problem: 'status 500', isUnanswered: false }],
    [413, {}, { kind: 'never', problem: 'status 413' }],
    [401, {}, { kind: 'never', problem: 'status 401' }],
  ] as const)('of a %i with %j is %j', async ([status, headers, outcome], { sender, device, target }) => {
    device.answer({ status, headers })
    expect(await sender.send(target, MESSAGE)).toEqual(outcome)
    expect(device.requests).toBe(1)
  })

  test('of a redirect is that nothing follows it', async ({ keys, service, sender, device, target }) => {
    const other = service.subscribe(keys.publicKey)
    device.answer({ status: 307, headers: { location: other.subscription.endpoint } })
    expect(await sender.send(target, MESSAGE)).toEqual({ kind: 'never', problem: 'status 307' })
    expect(other.requests).toBe(0)
  })

  test('of an endless wait is to try again', async ({ keys, device, target }) => {
    device.answer('hang')
    const sender = createPushSender(keys, { ...OPTIONS, timeoutMs: 50 })
    expect(await sender.send(target, MESSAGE)).toMatchObject({ kind: 'later', afterMs: null })
    sender.close()
  })

  test('of an unreachable push service is to try again', async ({ service, sender, target }) => {
    await service.close()
    expect(await sender.send(target, MESSAGE)).toMatchObject({ kind: 'later', afterMs: null })
  })

  test('of a private address is that nothing is sent', async ({ keys, device, target }) => {
    const sender = createPushSender(keys, { ...OPTIONS, allowPrivateAddresses: false })
    expect(await sender.send(target, MESSAGE)).toMatchObject({ kind: 'never' })
    sender.close()
    expect(device.requests).toBe(0)
  })
})

describe('a sender that is closed', () => {
  test('ends its requests, those too that wait for a connection, and sends nothing after that', async ({
    keys,
    device,
    target,
  }) => {
    device.answer('hang')
    const sender = createPushSender(keys, OPTIONS)
    // More than it opens connections to one host.
    const outcomes = Array.from({ length: 20 }, () => sender.send(target, MESSAGE))
    await expect.poll(() => device.requests).toBe(8)
    sender.close()
    for (const outcome of await Promise.all(outcomes)) expect(outcome).toMatchObject({ kind: 'later' })
    expect(await sender.send(target, MESSAGE)).toMatchObject({ kind: 'later' })
    expect(device.requests).toBe(8)
  })
})

describe('the keys of an installation', () => {
  const stored = async ({ db }: { db: Database }) => {
    const rows = await db.primary.selectFrom('settings').select(['key', 'value']).execute()
    return rows.filter(({ key }) => key.startsWith('pushKeys'))
  }

  test('are the same for all nodes, and sealed in the database', async ({ app, keys }) => {
    expect(keys.privateKey).toContain('PRIVATE KEY')
    expect(await Promise.all([loadPushKeys(app.db, SECRET), loadPushKeys(app.db, SECRET)])).toEqual([keys, keys])
    const rows = await stored(app)
    expect(rows.filter(({ value }) => value.includes(keys.publicKey))).toHaveLength(1)
    expect(rows.filter(({ value }) => value.includes('PRIVATE'))).toEqual([])
  })

  test('of an earlier release, which did not seal them, stay the same and are sealed', async ({ app, keys }) => {
    await app.db.write((transaction) => putSetting(transaction, 'pushKeys', keys))
    const secret = 'a secret that has no keys of its own'
    const [first, second] = await Promise.all([loadPushKeys(app.db, secret), loadPushKeys(app.db, secret)])
    expect([first, second]).toEqual([keys, keys])
    expect((await stored(app)).filter(({ value }) => value.includes('PRIVATE'))).toEqual([])
  })

  test('are other ones with another secret, and the same again with the right one', async ({ app, keys }) => {
    const other = 'another secret of this installation'
    const [first, second] = await Promise.all([loadPushKeys(app.db, other), loadPushKeys(app.db, other)])
    expect(first?.publicKey).not.toBe(keys.publicKey)
    expect(second).toEqual(first)
    expect(await loadPushKeys(app.db, SECRET)).toEqual(keys)
  })
})
