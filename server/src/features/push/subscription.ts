import { ECDH } from 'node:crypto'
import { isIP } from 'node:net'
import { hostOf } from '../../outside/outside.ts'
import { isPublicAddress } from '../../outside/public-address.ts'

/** What a browser's `PushSubscription.toJSON` returns. */
export interface BrowserSubscription {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

/**
 * Whether messages can be encrypted for the subscription, and may be sent to its address. What a host name resolves to
 * is only known, and checked, when a message is sent (outside/public-address.ts).
 * @param allowPrivateAddresses also http, for push services on the operator's own machine
 */
export function isSubscription({ endpoint, keys }: BrowserSubscription, allowPrivateAddresses: boolean): boolean {
  return isEndpoint(endpoint, allowPrivateAddresses) && isPoint(keys.p256dh) && bytesOf(keys.auth).length === 16
}

function isEndpoint(text: string, allowPrivateAddresses: boolean): boolean {
  // Nothing that URL would correct: what is stored is what is requested.
  if (!/^[\x21-\x7e]+$/.test(text) || !URL.canParse(text)) return false
  const { protocol, hostname, username, password, hash } = new URL(text)
  if (username !== '' || password !== '' || hash !== '') return false
  if (allowPrivateAddresses) return protocol === 'https:' || protocol === 'http:'
  const host = hostOf(hostname)
  return protocol === 'https:' && (isIP(host) === 0 || isPublicAddress(host))
}

/** Whether it is an uncompressed point on P-256. */
function isPoint(text: string): boolean {
  const bytes = bytesOf(text)
  if (bytes.length !== 65 || bytes[0] !== 4) return false
  try {
    ECDH.convertKey(bytes, 'prime256v1')
    return true
  } catch {
    return false
  }
}

/** Nothing of a text with other characters, which Node would ignore, but not what encrypts. */
const bytesOf = (base64url: string) => Buffer.from(/^[\w-]+$/.test(base64url) ? base64url : '', 'base64url')
