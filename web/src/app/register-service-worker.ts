import { whenSettled } from './when-settled.ts'

/**
 * Registers service-worker.js, which lets the shell load offline. The browser checks for a newer one on each page load,
 * bypassing its HTTP cache.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  whenSettled(() => {
    navigator.serviceWorker
      .register('/sw.js', { updateViaCache: 'none' })
      // Fails without TLS, or where the browser forbids it. Everything still works online.
      .catch((error: unknown) => console.warn('Quack will not start offline.', error))
  })
}
