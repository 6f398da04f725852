import { t } from '@lingui/core/macro'
import type { RouteAnswer, RouteInput } from '@quack/contract'
import { startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser'
import { PasskeyError } from '../api/api-errors.ts'

/** Load this with `loadWebAuthn`: it is not part of a page's first code. */

type CreationOptions = RouteAnswer<'POST /api/account/passkeys/options'>['options']
type CreatedCredential = RouteInput<'POST /api/account/passkeys'>['body']['credential']
export type RequestOptions = RouteAnswer<'POST /api/auth/passkey/options'>['options']
export type UsedCredential = RouteInput<'POST /api/auth/passkey'>['body']['credential']

/** Lets the browser create a passkey. Throws PasskeyError with a text for the member. */
export async function createPasskey(optionsJSON: CreationOptions): Promise<CreatedCredential> {
  try {
    return (await startRegistration({ optionsJSON })) as CreatedCredential
  } catch (error) {
    const isKnown = nameOf(error) === 'InvalidStateError'
    throw new PasskeyError(
      isKnown ? t`This device has a passkey of your account already.` : t`No passkey was added.`,
      error,
    )
  }
}

/** Lets the member choose a passkey. Throws PasskeyError with a text for the member. */
export async function signWithPasskey(optionsJSON: RequestOptions): Promise<UsedCredential> {
  try {
    return await startAuthentication({ optionsJSON })
  } catch (error) {
    throw new PasskeyError(t`No passkey was used.`, error)
  }
}

/** Offers passkeys in the suggestions of a field. Null if that was cancelled, or is not possible here. */
export async function awaitAutofill(optionsJSON: RequestOptions): Promise<UsedCredential | null> {
  try {
    return await startAuthentication({ optionsJSON, useBrowserAutofill: true })
  } catch {
    return null
  }
}

/** Cancels the request that waits, if there is one. */
export function cancelPasskey(): void {
  WebAuthnAbortService.cancelCeremony()
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : ''
}
