import type { Passkey, TokenScopes } from '@quack/contract'
import { useQuery } from '@tanstack/react-query'
import { useStore } from '../../store.ts'
import { loadWebAuthn } from '../account/passkey-host.ts'
import { call } from '../api/api.ts'
import { createMemberStore } from '../api/member-state.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { invalidate } from '../cache/read-again.ts'
import { usePages } from '../cache/use-pages.ts'

export type { Passkey, TokenScopes } from '@quack/contract'

/** In which ways the viewer can sign in. */
export function useWaysIn() {
  return useQuery({
    queryKey: queryKeys.signInState,
    queryFn: ({ signal }) => call('GET /api/account/second-factor', {}, { signal }),
    staleTime: 0,
  })
}

/** The viewer's passkeys, newest first. */
export function usePasskeys() {
  return usePages<Passkey>(queryKeys.passkeys, async (query, signal) => {
    const { passkeys, nextCursor } = await call('GET /api/account/passkeys', { query }, { signal })
    return { entries: passkeys, nextCursor }
  })
}

const changed = createMemberStore(false)

/** Whether a way to sign in was changed since the page was loaded, and the offer that follows was not answered. */
export const useHasChangedWayIn = () => useStore(changed)

export function answerOffer(): void {
  changed.set(false)
}

/** Call this after each change of a way to sign in: the page offers to sign out everywhere else. */
export async function noteChangedWayIn(): Promise<void> {
  changed.set(true)
  await Promise.all([refetchWaysIn(), invalidate({ queryKey: queryKeys.sessions })])
}

const refetchWaysIn = () => invalidate({ queryKey: queryKeys.signIn })

/** Lets the browser create a passkey and stores it. Throws what `call` throws, and PasskeyError. */
export async function addPasskey(): Promise<Passkey> {
  const { options } = await call('POST /api/account/passkeys/options', {})
  const { createPasskey } = await loadWebAuthn()
  const { passkey } = await call('POST /api/account/passkeys', { body: { credential: await createPasskey(options) } })
  await noteChangedWayIn()
  return passkey
}

export async function renamePasskey(id: string, name: string): Promise<void> {
  await call('POST /api/account/passkeys/:id', { params: { id }, body: { name } })
  await invalidate({ queryKey: queryKeys.passkeys })
}

export async function removePasskey(id: string): Promise<void> {
  await call('DELETE /api/account/passkeys/:id', { params: { id } })
  await noteChangedWayIn()
}

export async function removePassword(): Promise<void> {
  await call('DELETE /api/account/password', {})
  await noteChangedWayIn()
}

/** @param currentPassword counts as a confirmation; without it, the session has to be confirmed */
export async function changePassword(newPassword: string, currentPassword?: string): Promise<void> {
  const body = { newPassword, ...(currentPassword !== undefined && { currentPassword }) }
  await call('POST /api/account/password', { body })
  await noteChangedWayIn()
}

/** A new secret for an authenticator app. It counts once `enableFactor` has a code of it. */
export function setUpFactor() {
  return call('POST /api/account/second-factor/setup', {})
}

/** @returns the recovery codes, which are shown once. Call `noteChangedWayIn` when the member has stored them. */
export async function enableFactor(code: string): Promise<string[]> {
  const { recoveryCodes } = await call('POST /api/account/second-factor/enable', { body: { code } })
  await refetchWaysIn()
  return recoveryCodes
}

export async function disableFactor(): Promise<void> {
  await call('POST /api/account/second-factor/disable', {})
  await noteChangedWayIn()
}

/** @returns the new ones, as `enableFactor` does */
export async function renewRecoveryCodes(): Promise<string[]> {
  const { recoveryCodes } = await call('POST /api/account/second-factor/recovery-codes', {})
  await refetchWaysIn()
  return recoveryCodes
}

/** Makes a token for a script. @returns it, which is told only now */
export async function makeToken(name: string, scopes: TokenScopes): Promise<string> {
  const { token } = await call('POST /api/account/tokens', { body: { name, scopes } })
  void invalidate({ queryKey: queryKeys.sessions })
  void invalidate({ queryKey: queryKeys.accountEvents })
  return token
}

/** Confirms the session until 15 minutes after that was last needed, at most for an hour. Throws what `call` throws. */
export async function confirmByPassword(password: string): Promise<void> {
  await call('POST /api/account/confirm', { body: { password } })
}

/** As confirmByPassword. Also throws PasskeyError. */
export async function confirmByPasskey(): Promise<void> {
  const { options } = await call('POST /api/account/confirm/options', {})
  const { signWithPasskey } = await loadWebAuthn()
  await call('POST /api/account/confirm', { body: { credential: await signWithPasskey(options) } })
}
