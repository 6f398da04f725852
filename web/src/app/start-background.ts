import { useEffect } from 'react'
import { checkSoon } from '../data/api/check-server.ts'
import { getSession, onSessionChange } from '../data/api/session.ts'
import { loadCode, noteIfOutdated } from '../data/code/load-code.ts'
import { whenSettled } from '../data/code/when-settled.ts'
import { provideOutbox, startOutbox } from '../data/outbox/pending.ts'
import { loadWrites } from '../data/sending/load-writes.ts'

/**
 * Sends what waits in the outbox: at once if something is known to wait, otherwise when the first screen has settled.
 * What writes is loaded then too, so that it is there if the network fails later.
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

/** Offers newer releases on the screens of members. Nothing happens where there is no service worker. */
export function startUpdates(): void {
  void navigator.serviceWorker?.ready.then(watchUpdates)
}

/** The least time between two looks for a newer release, in milliseconds. */
const CHECK_PAUSE_MS = 3_600_000

/**
 * Offers to reload when there is a newer release. Browsers look for one mostly on page loads, but an installed app
 * stays open for days. This does not reload by itself: the member may be writing.
 */
function watchUpdates(registration: ServiceWorkerRegistration): void {
  let checkedAt = Date.now()
  // The first worker of a page is of the page's release.
  let isFirst = navigator.serviceWorker.controller === null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (!isFirst) void noteIfOutdated()
    isFirst = false
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < CHECK_PAUSE_MS) return
    checkedAt = Date.now()
    registration.update().catch(() => undefined)
  })
}

/** Receives live events while the members' shell is mounted. The code is loaded after the first screen is shown. */
export function useLive(): void {
  useEffect(() => {
    let stop: (() => void) | null = null
    let isOver = false
    const cancel = whenSettled(async () => {
      // The page works without live events.
      const live = await import('../data/live/live.ts').catch(() => null)
      if (!live) checkSoon()
      else if (!isOver) stop = live.startLive()
    })
    return () => {
      isOver = true
      cancel()
      stop?.()
    }
  }, [])
}
