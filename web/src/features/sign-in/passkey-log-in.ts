import { loadWebAuthn } from '../../data/account/passkey-host.ts'
import { call } from '../../data/api/api.ts'
import { logInWithPasskey } from './sign-in.ts'

/** Loaded on demand: not every visitor of the login page uses a passkey. */

/** Challenges of the server are valid for five minutes. Those that wait in a field are renewed before. */
const RENEW_MS = 4 * 60_000

/** The log-in by the button, while it goes on. It cancels what waits in the field. */
let byButton: Promise<void> | null = null

/** Lets the member choose a passkey. Throws what `call` throws, and PasskeyError. */
export async function logInByButton(keepSignedIn: boolean): Promise<void> {
  byButton = (async () => {
    const { options } = await call('POST /api/auth/passkey/options', {})
    const { signWithPasskey } = await loadWebAuthn()
    await logInWithPasskey({ credential: await signWithPasskey(options), keepSignedIn })
  })()
  try {
    await byButton
  } finally {
    byButton = null
  }
}

interface AutofillOptions {
  signal: AbortSignal
  /** Signs in with the passkey that was chosen, and shows a failure. Resolves when that has ended. */
  onChosen: (logIn: (keepSignedIn: boolean) => Promise<void>) => Promise<void>
}

/** Offers passkeys in the suggestions of the username field, until the signal aborts. */
export async function offerAutofill({ signal, onChosen }: AutofillOptions): Promise<void> {
  const { awaitAutofill, cancelPasskey } = await loadWebAuthn()
  signal.addEventListener('abort', cancelPasskey)
  while (!signal.aborted) {
    const begun = Date.now()
    const { options } = await call('POST /api/auth/passkey/options', {})
    if (signal.aborted) return
    const renewal = setTimeout(cancelPasskey, RENEW_MS)
    const credential = await awaitAutofill(options)
    clearTimeout(renewal)
    if (credential) await onChosen((keepSignedIn) => logInWithPasskey({ credential, keepSignedIn }))
    else if (byButton) await byButton.catch(() => undefined)
    // The browser does not offer them here, for a reason of its own.
    else if (Date.now() - begun < RENEW_MS) return
  }
}
