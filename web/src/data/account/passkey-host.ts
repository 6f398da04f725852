import { loadCode } from '../code/load-code.ts'
import { useMeta } from '../installation/meta.ts'

/** The code of WebAuthn, loaded when a passkey is used. */
export const loadWebAuthn = () => loadCode(() => import('./webauthn.ts'))

/**
 * Whether passkeys of this host work at an address: it is the host itself or below it. Browsers refuse others.
 * @param passkeyHost null if the installation has none
 */
export function fitsPasskeyHost(hostname: string, passkeyHost: string | null): boolean {
  return passkeyHost !== null && (hostname === passkeyHost || hostname.endsWith(`.${passkeyHost}`))
}

/** Whether this browser can use passkeys at this address. Undefined until that is known. */
export function useCanUsePasskeys(): boolean | undefined {
  const meta = useMeta()
  if (!hasWebAuthn() || isAddress(location.hostname)) return false
  if (meta.isPending) return undefined
  return fitsPasskeyHost(location.hostname, meta.data?.passkeyHost ?? null)
}

export function hasWebAuthn(): boolean {
  return typeof PublicKeyCredential === 'function'
}

/** Whether it is an IP address, which cannot have passkeys. */
function isAddress(hostname: string): boolean {
  return /^[\d.]+$|^\[/.test(hostname)
}
