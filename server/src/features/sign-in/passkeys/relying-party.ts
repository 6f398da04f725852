import { isIP } from 'node:net'

/** For whom passkeys are made: a host. They work at no other (docs/operations.md). */
export interface RelyingParty {
  readonly id: string
  /** Whether a page of this origin may use them. */
  isOrigin(origin: string): boolean
}

/**
 * Browsers allow passkeys on https, and at localhost. They refuse addresses, so without PUBLIC_URL they work at
 * http://localhost, whichever the port, and not at http://127.0.0.1.
 * @returns null if they work nowhere
 */
export function relyingPartyOf(publicUrl: string | null): RelyingParty | null {
  if (publicUrl === null) return { id: 'localhost', isOrigin: isAtLocalhost }
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  if (!isSecure || isIP(hostname.replace(/[[\]]/g, '')) !== 0) return null
  return { id: hostname, isOrigin: (other) => other === origin }
}

function isAtLocalhost(origin: string): boolean {
  const url = URL.parse(origin)
  return url !== null && url.hostname === 'localhost' && url.origin === origin
}
