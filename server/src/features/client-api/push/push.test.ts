import type { Device } from '@quack/testing/push-service'
import type { InjectOptions } from 'fastify'
import { expect } from 'vitest'
import { createApps } from '../../../../test/apps.ts'
import { test as base } from '../../../../test/fixtures.ts'
import type { TestMember } from '../../../../test/members.ts'
import { GET_PUSH, newSubscription } from '../../../../test/push.ts'

const PATH = '/api/v1/push/subscription'

const test = base.extend('appOf', ({ app }) => {
  const apps = createApps(app.app)
  return async (member: TestMember) => {
    const client = await apps.register()
    const token = await apps.tokenOf(client, member, { scope: 'read push' })
    const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', payload?: string | object) => {
      const options: InjectOptions = { method, url: PATH, ...(payload !== undefined && { payload }) }
      const type = typeof payload === 'string' && { 'content-type': 'application/x-www-form-urlencoded' }
      const answer = await app.app.inject({ ...options, headers: { authorization: `Bearer ${token}`, ...type } })
      return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
    }
    return { send, revoke: () => apps.post('/oauth/revoke', { ...client, token }) }
  }
})

const formOf = ({ endpoint, keys }: Device['subscription'], more: string) => {
  const fields = { endpoint, 'keys][p256dh': keys.p256dh, 'keys][auth': keys.auth }
  const given = Object.entries(fields).map(([name, value]) => `subscription[${name}]=${encodeURIComponent(value)}`)
  return [...given, more].join('&')
}

test('an app may subscribe by a form, until its session ends', async ({ ann, appOf }) => {
  const { send, revoke } = await appOf(ann)
  const { publicKey } = await ann.call(GET_PUSH)
  const subscription = newSubscription()
  const made = await send('POST', formOf(subscription, 'data[alerts][mention]=1&data[alerts][favourite]=false'))
  expect(made).toMatchObject({
    status: 200,
    body: { endpoint: subscription.endpoint, server_key: publicKey, standard: true, policy: 'all' },
  })
  expect(made.body.alerts).toMatchObject({ mention: true, favourite: false })
  await revoke()
  expect((await ann.call(GET_PUSH)).devices).toEqual([])
})

test('a subscription is that of its token: without one there is nothing to read or change', async ({ ann, appOf }) => {
  const [{ send }, other] = [await appOf(ann), await appOf(ann)]
  const subscription = newSubscription('https://push.example/of-app')
  expect(await send('GET')).toEqual({ status: 404, body: { error: 'Record not found' } })
  expect((await send('PUT', { data: { alerts: { follow: true } } })).status).toBe(404)
  expect((await send('POST', { subscription })).status).toBe(200)
  expect((await other.send('GET')).status).toBe(404)
  expect(await send('DELETE')).toEqual({ status: 200, body: {} })
  expect(await send('DELETE')).toEqual({ status: 200, body: {} })
  expect((await send('GET')).status).toBe(404)
})

test('what cannot be kept to is refused', async ({ ann, appOf }) => {
  const { send } = await appOf(ann)
  const subscription = newSubscription()
  expect((await send('POST', { subscription, data: { policy: 'followed' } })).status).toBe(422)
  expect((await send('POST', { subscription: { ...subscription, endpoint: 'javascript:' } })).status).toBe(422)
  // Node would read it without the last characters. What encrypts would not.
  const keys = { ...subscription.keys, auth: `${subscription.keys.auth}!!` }
  expect((await send('POST', { subscription: { ...subscription, keys } })).status).toBe(422)
})
