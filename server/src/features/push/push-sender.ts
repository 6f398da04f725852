import { createSigner } from 'fast-jwt'
import { createOutside, type PostAnswer } from '../../outside/outside.ts'
import { PrivateAddressError } from '../../outside/public-address.ts'
import type { PushKeys } from './push-keys.ts'

export interface Target {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

export interface Message {
  /** At most 3,993 bytes. */
  readonly payload: string
  /** How long the push service keeps it for a device that is offline, in seconds. */
  readonly ttl: number
  readonly urgency: 'low' | 'normal' | 'high'
  /**
   * A message that waits at the push service is replaced by a later one with the same topic: up to 32 of `A-Za-z0-9_-`.
   */
  readonly topic: string | null
}

/**
 * `sent`: the push service has accepted it. `gone`: the subscription has ended. `later`: not now; `afterMs` if the push
 * service says when. `never`: this message will not be accepted.
 */
export type Outcome =
  | { readonly kind: 'sent' | 'gone' }
  | {
      readonly kind: 'later'
      readonly afterMs: number | null
      readonly problem: string
      /** Whether there was no answer at all. */
      readonly isUnanswered: boolean
    }
  | { readonly kind: 'never'; readonly problem: string }

export interface SenderOptions {
  readonly allowPrivateAddresses: boolean
  /** The whole request: name lookup, connection, answer. In milliseconds. */
  readonly timeoutMs: number
  /** How push services reach the operator: an https or mailto address; null for none. */
  readonly contact: string | null
}

export interface PushSender {
  /** Never rejects. @param signal ends the request, whose outcome is `later` */
  send(target: Target, message: Message, signal?: AbortSignal): Promise<Outcome>
  close(): void
}

/** Push services accept a day at most. */
const TOKEN_MS = 12 * 60 * 60_000

/** Sends messages by RFC 8030, encrypted by RFC 8291 and signed by RFC 8292. */
export function createPushSender(keys: PushKeys, options: SenderOptions): PushSender {
  const { contact, timeoutMs, allowPrivateAddresses } = options
  const outside = createOutside(allowPrivateAddresses ? { isAllowed: () => true } : {})

  function authorization(endpoint: string): string {
    const sign = createSigner({
      key: keys.privateKey,
      algorithm: 'ES256',
      aud: new URL(endpoint).origin,
      expiresIn: TOKEN_MS,
      ...(contact !== null && { sub: contact }),
    })
    return `vapid t=${sign({})}, k=${keys.publicKey}`
  }

  async function post(target: Target, message: Message, signal: AbortSignal | undefined): Promise<PostAnswer> {
    const { payload, ttl, urgency, topic } = message
    // Loaded with the first message.
    const { encryptNotification } = await import('@block65/webcrypto-web-push')
    const { endpoint, ...secrets } = target
    const subscription = { endpoint, expirationTime: null, keys: secrets }
    // Padded to full length, so that its length tells nothing.
    const body = await encryptNotification(subscription, Buffer.from(payload))
    const headers = {
      authorization: authorization(endpoint),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(ttl),
      urgency,
      ...(topic !== null && { topic }),
    }
    return outside.post(endpoint, { headers, body, timeoutMs, signal })
  }

  return {
    async send(target, message, signal) {
      try {
        return outcomeOf(await post(target, message, signal))
      } catch (error) {
        const problem = error instanceof Error ? error.message : String(error)
        if (error instanceof PrivateAddressError) return { kind: 'never', problem }
        return { kind: 'later', afterMs: null, problem, isUnanswered: true }
      }
    },
    close: outside.close,
  }
}

function outcomeOf({ status, retryAfter }: PostAnswer): Outcome {
  const problem = `status ${status}`
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 429 || status >= 500)
    return { kind: 'later', afterMs: waitOf(retryAfter), problem, isUnanswered: false }
  return { kind: 'never', problem }
}

/** Retry-After as seconds, or as a date. */
function waitOf(retryAfter: string | undefined): number | null {
  if (retryAfter === undefined) return null
  const ms = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}
