import { getSession, onSessionChange } from '../data/api/session.ts'
import { loadCode } from '../data/code/load-code.ts'
import { whenSettled } from '../data/code/when-settled.ts'
import { provideOutbox, startOutbox } from '../data/outbox/pending.ts'
import { loadWrites } from '../data/sending/load-writes.ts'

/**
 * Sends what waits in the outbox: at once if something is known to wait, otherwise when the first screen has settled. So
 * the outbox, and what writes, are also loaded before the network can fail.
 */
export function startOutboxHere(): void {
  provideOutbox(() => loadCode(() => import('../data/sending/run-outbox.ts')))
  const start = () => {
    // It is tried again with the first write, and at the next start.
    if (!getSession()) return
    startOutbox().catch(() => undefined)
    loadWrites().catch(() => undefined)
  }
  whenSettled(start)
  // The login page loads this before the member has signed in.
  onSessionChange(() => void whenSettled(start))
}
