import { createECDH, randomBytes } from 'node:crypto'
import type { PushPayload } from '@quack/contract/entities/push-message'
import type { Device, PushService } from '@quack/testing/push-service'
import { PASSWORD } from './answers.ts'
import type { Installation } from './app.ts'
import { type Client, createClient } from './client.ts'

export const GET_PUSH = 'GET /api/push'
export const SUBSCRIBE = 'POST /api/push/devices'
export const REMOVE_DEVICE = 'DELETE /api/push/devices/:id'

/** A browser's new subscription, whose push service does not exist. */
export function newSubscription(endpoint = `https://push.example/${randomBytes(12).toString('hex')}`) {
  const p256dh = createECDH('prime256v1').generateKeys().toString('base64url')
  return { endpoint, keys: { p256dh, auth: randomBytes(16).toString('base64url') } }
}

/** Signs in on another device. */
export async function signInAgain({ app, visitor }: Installation, username: string, device = ''): Promise<Client> {
  const { body } = await visitor.send({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'user-agent': device },
    payload: { username, password: PASSWORD },
  })
  return createClient(app, (body as { encodedToken: string }).encodedToken)
}

/** Subscribes the device of a client with a push service. */
export async function subscribeDevice(service: PushService, client: Pick<Client, 'call'>): Promise<Device> {
  const device = service.subscribe((await client.call(GET_PUSH)).publicKey)
  await client.call(SUBSCRIBE, { body: device.subscription })
  return device
}

/** What the messages of a device contain. */
export const payloadsOf = (device: Device): PushPayload[] =>
  device.messages.map(({ payload }) => JSON.parse(payload) as PushPayload)

/** The titles of a device's messages; of those that close notifications, how many they close. */
export const titlesOf = (device: Device): string[] =>
  payloadsOf(device).map((payload) => ('title' in payload ? payload.title : `close ${payload.close.length}`))
