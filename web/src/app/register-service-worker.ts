import { whenSettled } from './when-settled.ts'

/**
 * Starts what lets the shell load without a network (service-worker.js). The browser looks for a newer one by itself
 * whenever a page is loaded, past its cache.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  whenSettled(() => {
    navigator.serviceWorker
      .register('/sw.js', { updateViaCache: 'none' })
      // Without it everything still works, with a network: an address without TLS, a browser that forbids it.
      .catch((error: unknown) => console.warn('Quack will not load without a network.', error))
  })
}
