/**
 * Registers service-worker.js, or returns its registration. The browser checks for a newer one on each page load,
 * bypassing its HTTP cache. Fails without TLS, or where the browser forbids it.
 */
export function registerServiceWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
}
