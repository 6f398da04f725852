/**
 * Registers service-worker.js, or returns its registration. The browser checks for a newer one on each page load,
 * bypassing its HTTP cache. Fails without TLS, or where the browser forbids it.
 */
export function registerServiceWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
}

/** Where service-worker-share.js keeps what was shared until a page takes it. It belongs to no member yet. */
export const SHARED_CACHE = 'quack-share'
