import { getSession, onSessionChange } from '../data/api/session.ts'
import { whenSettled } from '../data/code/when-settled.ts'
import { provideToggles, startToggles } from '../data/toggles/kept-toggles.ts'

/**
 * Sends what was tapped offline: at once if something is known to be kept, otherwise when the first screen has settled. So
 * the code is also loaded before the network can fail. Called beside the code of all toggles.
 */
export function startTogglesHere(): void {
  provideToggles(() => import('../data/sending/toggles.ts'))
  const start = () => {
    // It is tried again with the first tap that needs it.
    if (getSession()) startToggles().catch((error: unknown) => console.warn('Taps cannot be kept offline.', error))
  }
  whenSettled(start)
  // The login page loads this before the member has signed in.
  onSessionChange(() => void whenSettled(start))
}
