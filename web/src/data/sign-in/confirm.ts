import { loadWebAuthn } from '../account/passkey-host.ts'
import { call } from '../api/api.ts'

/** Both confirm the session for 15 minutes. They throw what `call` throws. */

export async function confirmByPassword(password: string): Promise<void> {
  await call('POST /api/account/confirm', { body: { password } })
}

/** Also throws PasskeyError. */
export async function confirmByPasskey(): Promise<void> {
  const { options } = await call('POST /api/account/confirm/options', {})
  const { signWithPasskey } = await loadWebAuthn()
  await call('POST /api/account/confirm', { body: { credential: await signWithPasskey(options) } })
}
