import { noteIfOutdated } from '../data/code/load-code.ts'

/** Offers newer releases on the screens of members. Never resolves where there is no service worker. */
export function startUpdates(): void {
  void navigator.serviceWorker?.ready.then(watchUpdates)
}

/** The least time between two looks for a newer release, in milliseconds. */
const CHECK_PAUSE_MS = 3_600_000

/**
 * Offers to reload when there is a newer release. Browsers look for one on page loads only, but an installed app stays open
 * for days. Nothing reloads by itself: the member may be writing.
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
