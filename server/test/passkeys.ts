import { Authenticator, type Behaviour } from './authenticator.ts'
import type { Client } from './client.ts'

/** Adds a passkey to a member, whose session has to be confirmed. */
export async function addPasskey(member: Client, name?: string, counter = 0, behaviour: Behaviour = {}) {
  const key = new Authenticator()
  const { options } = await member.call('POST /api/account/passkeys/options')
  const body = { credential: key.create(options, { counter, ...behaviour }), ...(name === undefined ? {} : { name }) }
  const { passkey } = await member.call('POST /api/account/passkeys', { body })
  return { key, passkey }
}

/** Confirms a session with a passkey of its member. */
export async function confirmByPasskey(member: Client, key: Authenticator): Promise<void> {
  const { options } = await member.call('POST /api/account/confirm/options')
  await member.call('POST /api/account/confirm', { body: { credential: key.use(options) } })
}

/** A body for a call that signs in with a passkey, or that confirms with one. */
export async function signInBody(visitor: Client, key: Authenticator) {
  const { options } = await visitor.call('POST /api/auth/passkey/options')
  return { credential: key.use(options) }
}
