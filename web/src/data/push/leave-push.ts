/** The cache of the device record, which the service worker reads too. */
export const PUSH_CACHE = 'quack-push'

/** Ends the subscription of this browser and closes what it shows, say when nobody is signed in. Works offline. */
export async function leavePush(): Promise<void> {
  await Promise.all([unsubscribe(), caches.delete(PUSH_CACHE), closeShown()])
}

async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

/** Closes the notifications that this browser shows. */
export async function closeShown(): Promise<void> {
  // Some browsers have no service worker, or one without notifications.
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const notification of (await registration?.getNotifications?.()) ?? []) notification.close()
}
