import { getSession, onSessionChange } from '../data/api/session.ts'
import { registerServiceWorker } from '../data/code/service-worker.ts'

import { whenSettled } from '../data/code/when-settled.ts'
import { leavePush } from '../data/push/leave-push.ts'
import { activeLocale } from '../locale/messages.ts'

/** Registers service-worker.js: the shell loads offline, push messages and what was shared are received. */
export function startServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  onSessionChange(leaveIfSignedOut)
  whenSettled(() => {
    registerServiceWorker()
      .then(keepDevice)
      .then(keepLocale)
      // Everything still works online.
      .catch((error: unknown) => console.warn('Quack will not start offline.', error))
  })
}

function leaveIfSignedOut(): void {
  if (getSession()) return
  leavePush().catch((error: unknown) => console.warn('This device may still get push messages.', error))
}

/** The texts of this page, for the next start without a network. */
async function keepLocale(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ keepsLocale: activeLocale() })
}

/** What changed while no page of Quack was open. */
async function keepDevice(): Promise<void> {
  leaveIfSignedOut()
  if (!getSession() || !('Notification' in window) || Notification.permission !== 'granted') return
  try {
    const { tellServer } = await import('../data/push/tell-server.ts')
    await tellServer()
  } catch {
    // The next page that loads tries again.
  }
}
