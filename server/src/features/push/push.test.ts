import { PUSH_DEVICES_MAX } from '@quack/contract/rules/limits'
import { describe, expect } from 'vitest'
import { PASSWORD } from '../../../test/answers.ts'
import { type Client, createClient } from '../../../test/client.ts'
import { test as base } from '../../../test/fixtures.ts'
import { signUp, signUpGuest } from '../../../test/members.ts'
import { GET_PUSH, newSubscription, REMOVE_DEVICE, SUBSCRIBE, signInAgain } from '../../../test/push.ts'
import { refusal } from '../../../test/refusals.ts'
import { buildApp } from '../../app.ts'
import type { MemberId } from '../../database/schema.ts'
import { suspend } from '../moderation/suspension.service.ts'

const TIME = expect.stringMatching(/^\d{4}-.*\+00:00$/)

const test = base
  .extend('options', { scope: 'file' }, () => ({ guestLogin: true }))
  .extend(
    'signInAs',
    ({ app }) =>
      (username: string, device?: string) =>
        signInAgain(app, username, device),
  )
  .extend('endpoints', ({ app }) => async ({ _id }: { readonly _id: string }): Promise<string[]> => {
    const rows = await app.db.read
      .selectFrom('push_subscriptions')
      .select('endpoint')
      .where('member_id', '=', Number(_id) as MemberId)
      .orderBy('created_at')
      .orderBy('session_id')
      .execute()
    return rows.map((row) => row.endpoint)
  })

const subscribe = (client: Pick<Client, 'call'>, subscription = newSubscription()) =>
  client.call(SUBSCRIBE, { body: subscription })
const devicesOf = async (client: Pick<Client, 'call'>) => (await client.call(GET_PUSH)).devices

describe('the public key', () => {
  test('is a point on P-256, the same for every member', async ({ ann, bob }) => {
    const { publicKey } = await ann.call(GET_PUSH)
    expect(publicKey).toMatch(/^B[\w-]{86}$/)
    expect(await bob.call(GET_PUSH)).toEqual({ publicKey, devices: [] })
  })

  test('stays the same after a restart, and on nodes that start at the same time', async ({ ownApp }) => {
    const { db, database, dependencies } = ownApp
    await db.write((transaction) => transaction.deleteFrom('settings').where('key', '=', 'pushKeys').execute())
    const databases = [await database.reopen(), await database.reopen(), await database.reopen()]
    const nodes = await Promise.all(databases.map((each) => buildApp({ ...dependencies, db: each })))
    await Promise.all(nodes.map((node) => node.ready()))
    const { token } = await signUp(ownApp)
    const keys = await Promise.all(nodes.map((node) => createClient(node, token).call(GET_PUSH)))
    expect(new Set(keys.map(({ publicKey }) => publicKey)).size).toBe(1)
    for (const node of nodes) await node.close()
    for (const each of databases) await each.close()
  })
})

describe('a device', () => {
  test('is listed with its browser, for its member alone', async ({ ann, bob, signInAs }) => {
    const phone = await signInAs(ann.username, 'Mozilla/5.0 (Android 15; Mobile) Firefox/140.0')
    const { device } = await subscribe(phone)
    expect(device).toEqual({
      _id: expect.any(String),
      device: 'Firefox on Android',
      current: true,
      createdAt: TIME,
      lastSentAt: null,
    })
    expect(await devicesOf(phone)).toEqual([device])
    expect(await devicesOf(ann)).toEqual([{ ...device, current: false }])
    expect(await devicesOf(bob)).toEqual([])
  })

  test('may subscribe again, with the same subscription or another', async ({ ann, endpoints }) => {
    const [first, second] = [newSubscription(), newSubscription()]
    const { device } = await subscribe(ann, first)
    expect((await subscribe(ann, first)).device).toEqual(device)
    expect(await endpoints(ann)).toEqual([first.endpoint])
    await subscribe(ann, second)
    expect(await endpoints(ann)).toEqual([second.endpoint])
  })

  test('moves to the member who signs in on it', async ({ ann, bob, endpoints }) => {
    const subscription = newSubscription()
    await subscribe(ann, subscription)
    await subscribe(bob, subscription)
    expect(await endpoints(ann)).toEqual([])
    expect(await endpoints(bob)).toEqual([subscription.endpoint])
  })

  test('does not move to somebody who knows its address alone', async ({ ann, bob, endpoints }) => {
    const subscription = newSubscription()
    await subscribe(ann, subscription)
    const guess = { body: { ...newSubscription(), endpoint: subscription.endpoint } }
    expect(await bob.refuse(SUBSCRIBE, guess)).toEqual(refusal('pushSubscriptionInvalid'))
    expect(await endpoints(ann)).toEqual([subscription.endpoint])
    // A browser that has made new keys.
    await subscribe(ann, guess.body)
    expect(await endpoints(ann)).toEqual([subscription.endpoint])
  })

  test('belongs to one member, also if two subscribe it at the same instant', async ({ ann, bob, endpoints }) => {
    const subscription = newSubscription()
    await Promise.all([ann, bob, ann, bob].map((member) => subscribe(member, subscription)))
    expect([...(await endpoints(ann)), ...(await endpoints(bob))]).toEqual([subscription.endpoint])
  })

  test('is removed by its member, from any device, and by nobody else', async ({ ann, bob, signInAs }) => {
    const phone = await signInAs(ann.username)
    const { device } = await subscribe(phone)
    const params = { id: device._id }
    expect(await bob.refuse(REMOVE_DEVICE, { params })).toEqual(refusal('pushDeviceUnknown'))
    expect(await devicesOf(phone)).toHaveLength(1)
    expect(await ann.call(REMOVE_DEVICE, { params })).toEqual({})
    expect(await devicesOf(phone)).toEqual([])
    expect(await ann.refuse(REMOVE_DEVICE, { params })).toEqual(refusal('pushDeviceUnknown'))
    expect(await ann.refuse(REMOVE_DEVICE, { params: { id: 'x' } })).toEqual(refusal('pushDeviceUnknown'))
  })

  test('replaces the one that subscribed first, beyond the limit', async ({ ann, signInAs, endpoints }) => {
    const subscriptions = Array.from({ length: PUSH_DEVICES_MAX + 1 }, () => newSubscription())
    for (const subscription of subscriptions) await subscribe(await signInAs(ann.username), subscription)
    expect(await endpoints(ann)).toEqual(subscriptions.slice(1).map(({ endpoint }) => endpoint))
    expect(await devicesOf(ann)).toHaveLength(PUSH_DEVICES_MAX)
  })

  test('does not exceed the limit if many subscribe at the same instant', async ({ ann, signInAs, endpoints }) => {
    const devices = await Promise.all(Array.from({ length: PUSH_DEVICES_MAX + 5 }, () => signInAs(ann.username)))
    await Promise.all(devices.map((device) => subscribe(device)))
    expect(await endpoints(ann)).toHaveLength(PUSH_DEVICES_MAX)
  })
})

describe('a subscription ends', () => {
  test('with a log-out', async ({ ann, endpoints }) => {
    await subscribe(ann)
    await ann.call('POST /api/auth/logout')
    expect(await endpoints(ann)).toEqual([])
  })

  test('with its session, ended from another device', async ({ ann, signInAs, endpoints }) => {
    await subscribe(await signInAs(ann.username))
    const own = newSubscription()
    await subscribe(ann, own)
    await ann.call('DELETE /api/account/sessions')
    expect(await endpoints(ann)).toEqual([own.endpoint])
  })

  test('with a suspension', async ({ app, ann, endpoints }) => {
    await subscribe(ann)
    await suspend(app.db, Number(ann._id) as MemberId)
    expect(await endpoints(ann)).toEqual([])
  })

  test('with the account', async ({ ann, endpoints }) => {
    await subscribe(ann)
    await ann.call('POST /api/account/delete', { body: { password: PASSWORD } })
    expect(await endpoints(ann)).toEqual([])
  })
})

describe('a subscription is refused', () => {
  test.for([
    ['http', 'http://push.example/1'],
    ['another scheme', 'ftp://push.example/1'],
    ['no address', 'push.example/1'],
    ['an address with a space', 'https://push.example/a b'],
    ['a name and password in the address', 'https://ann:secret@push.example/1'],
    ['a fragment', 'https://push.example/1#2'],
    ['a private address', 'https://192.168.1.1/1'],
    ['a private address in another form', 'https://0xc0a80101/1'],
    ['a loopback address', 'https://[::1]/1'],
    ['a mapped address', 'https://[::ffff:10.0.0.1]/1'],
    ['letters beyond ASCII', 'https://püsh.example/1'],
  ])('with %s', async ([, endpoint], { ann }) => {
    const refused = await ann.refuse(SUBSCRIBE, { body: newSubscription(endpoint) })
    expect(refused).toEqual(refusal('pushSubscriptionInvalid'))
  })

  test('with a key that is not on the curve', async ({ ann }) => {
    const { endpoint, keys } = newSubscription()
    for (const bytes of [Buffer.alloc(65, 4), Buffer.alloc(65, 2)]) {
      const body = { endpoint, keys: { ...keys, p256dh: bytes.toString('base64url') } }
      expect(await ann.refuse(SUBSCRIBE, { body })).toEqual(refusal('pushSubscriptionInvalid'))
    }
  })

  test('with keys of another length, or an address that is too long', async ({ ann }) => {
    const { endpoint, keys } = newSubscription()
    for (const body of [
      { endpoint, keys: { ...keys, p256dh: keys.p256dh.slice(1) } },
      { endpoint, keys: { ...keys, auth: `${keys.auth}AA` } },
      { endpoint: `https://push.example/${'x'.repeat(1_024)}`, keys },
    ]) {
      expect(await ann.refuse(SUBSCRIBE, { body })).toMatchObject({ status: 422 })
    }
  })

  test('on the account that guests share', async ({ app }) => {
    const guest = await signUpGuest(app)
    expect(await guest.refuse(SUBSCRIBE, { body: newSubscription() })).toEqual(refusal('guestFixed'))
    expect(await devicesOf(guest)).toEqual([])
  })
})
