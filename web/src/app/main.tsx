import '../ui/styles.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { Providers } from './providers.tsx'
import { readAhead } from './read-ahead.ts'
import { router } from './router.tsx'
import { startOffline } from './start-offline.ts'
import { startServiceWorker } from './start-service-worker.ts'

// useArrival restores scroll positions itself: the browser would do so before the lists are laid out.
history.scrollRestoration = 'manual'

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')
const root = createRoot(element)

startOffline()
readAhead(location.pathname)

// index.html shows the brand mark until then. A transition keeps the browser responsive to the first tap.
void untilInitialized().then(() =>
  startTransition(() =>
    root.render(
      <StrictMode>
        <Providers>
          <RouterProvider router={router} />
        </Providers>
      </StrictMode>,
    ),
  ),
)

startServiceWorker()

/** Resolves when the first screen's code has loaded, or has failed to. */
async function untilInitialized(): Promise<void> {
  if (router.state.initialized) return
  await new Promise<void>((resolve) => {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })
}
