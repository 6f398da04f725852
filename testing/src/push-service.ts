import { createECDH, type ECDH, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { checkVapid } from './push-service/check-vapid.ts'
import { decryptMessage } from './push-service/decrypt-message.ts'

/** What a browser gives to its web application. */
export interface BrowserSubscription {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

/** A message as the device gets it. */
export interface ReceivedMessage {
  readonly payload: string
  readonly ttl: number
  readonly urgency: string | undefined
  readonly topic: string | undefined
  readonly contact: string | undefined
}

/** `hang`: no answer until the connection ends. */
export type PushAnswer = { readonly status: number; readonly headers?: Readonly<Record<string, string>> } | 'hang'

export interface Device {
  readonly subscription: BrowserSubscription
  /** What was accepted, in order. */
  readonly messages: readonly ReceivedMessage[]
  /** Requests so far, whatever their answer. */
  readonly requests: number
  /** How requests are answered from now on: 201 at first. */
  answer(answer: PushAnswer): void
  /** From now on, messages are accepted at once, and answered when the returned function is called. */
  hold(): () => void
}

export interface PushService {
  readonly address: string
  /** Requests that break the rules of RFC 8030, 8188, 8291 or 8292. */
  readonly problems: readonly string[]
  /** @param publicKey the key of the only server that may send to the device */
  subscribe(publicKey: string): Device
  close(): Promise<void>
}

interface Subscriber {
  readonly publicKey: string
  readonly ecdh: ECDH
  readonly auth: Buffer
  readonly messages: ReceivedMessage[]
  requests: number
  answer: PushAnswer
  held: Promise<void> | undefined
}

const BODY_MAX_BYTES = 4_096
const ACCEPTED = { status: 201 }

/**
 * A push service on loopback, together with the devices that subscribe to it. It decrypts what it receives.
 * @param now its clock, by which it checks that tokens have not expired
 */
export async function startPushService(now: () => number = Date.now): Promise<PushService> {
  const subscribers = new Map<string, Subscriber>()
  const problems: string[] = []
  const server = createServer((request, response) => {
    receive(request, response).catch((error: unknown) => {
      problems.push(String(error))
      response.writeHead(400).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const subscriber = subscribers.get(request.url ?? '')
    const body = await readBody(request)
    if (!subscriber || request.method !== 'POST') throw new Error(`There is no ${request.method} ${request.url}`)
    subscriber.requests++
    const message = readMessage(subscriber, request, body)
    const { answer } = subscriber
    if (answer === 'hang') return
    if (answer.status === ACCEPTED.status) subscriber.messages.push(message)
    await subscriber.held
    response.writeHead(answer.status, answer.headers).end()
  }

  function readMessage({ ecdh, auth, publicKey }: Subscriber, request: IncomingMessage, body: Buffer): ReceivedMessage {
    const { authorization = '', ttl = '', urgency, topic, ...headers } = request.headers
    const contact = checkVapid(authorization, { publicKey, audience: address, now: now() })
    if (!/^\d+$/.test(String(ttl))) throw new Error('TTL is missing (RFC 8030, section 5.2).')
    if (topic !== undefined && !/^[\w-]{1,32}$/.test(String(topic))) throw new Error(`Wrong topic: ${topic}`)
    if (headers['content-encoding'] !== 'aes128gcm') throw new Error('The content encoding is not aes128gcm.')
    if (body.length > BODY_MAX_BYTES) throw new Error(`${body.length} bytes (RFC 8291, section 4).`)
    return {
      payload: decryptMessage(body, ecdh, auth).toString(),
      ttl: Number(ttl),
      urgency: urgency?.toString(),
      topic: topic?.toString(),
      contact,
    }
  }

  return {
    address,
    problems,
    subscribe(publicKey) {
      const ecdh = createECDH('prime256v1')
      const p256dh = ecdh.generateKeys().toString('base64url')
      const auth = randomBytes(16)
      const path = `/push/${randomBytes(8).toString('hex')}`
      const subscriber: Subscriber = {
        publicKey,
        ecdh,
        auth,
        messages: [],
        requests: 0,
        answer: ACCEPTED,
        held: undefined,
      }
      subscribers.set(path, subscriber)
      return {
        subscription: { endpoint: address + path, keys: { p256dh, auth: auth.toString('base64url') } },
        messages: subscriber.messages,
        get requests() {
          return subscriber.requests
        },
        answer(answer) {
          subscriber.answer = answer
        },
        hold() {
          const { promise, resolve } = Promise.withResolvers<void>()
          subscriber.held = promise
          return () => {
            subscriber.held = undefined
            resolve()
          }
        },
      }
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
