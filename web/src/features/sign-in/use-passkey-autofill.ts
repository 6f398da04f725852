import { useEffect, useEffectEvent } from 'react'
import { useCanUsePasskeys } from '../../data/account/passkey-host.ts'

type LogIn = (keepSignedIn: boolean) => Promise<void>

/** Offers passkeys in the suggestions of the username field, where the browser can. @param onChosen signs in */
export function usePasskeyAutofill(onChosen: (logIn: LogIn) => Promise<void>): void {
  const canUse = useCanUsePasskeys()
  const choose = useEffectEvent(onChosen)
  useEffect(() => {
    if (canUse !== true) return
    const stop = new AbortController()
    offer(stop.signal, (logIn) => choose(logIn)).catch(() => undefined)
    return () => stop.abort()
  }, [canUse])
}

/** A failure is ignored: the button and the password are still there. */
async function offer(signal: AbortSignal, onChosen: (logIn: LogIn) => Promise<void>): Promise<void> {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
  const { offerAutofill } = await import('./passkey-log-in.ts')
  if (!signal.aborted) await offerAutofill({ signal, onChosen })
}
