import { watchUpdates } from '../data/code/watch-updates.ts'

/** Offers newer releases on the screens of members. Never resolves where there is no service worker. */
export function startUpdates(): void {
  void navigator.serviceWorker?.ready.then(watchUpdates)
}
