import '../ui/styles.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { Providers } from './providers.tsx'
import { readAhead } from './read-ahead.ts'
import { refuseDrops } from './refuse-drops.ts'
import { startRouter } from './router.tsx'
import { startOffline } from './start-offline.ts'
import { startServiceWorker } from './start-service-worker.ts'

// useArrival restores scroll positions itself: the browser would do so before the lists are laid out.
history.scrollRestoration = 'manual'

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')
const root = createRoot(element)

startOffline()
refuseDrops()
readAhead(location.pathname)

void start()
startServiceWorker()

/** In tasks of their own, between which the browser may do something else. */
async function start(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve))
  const router = startRouter()
  await untilInitialized(router)
  // index.html shows the brand mark until now. A transition keeps the browser responsive to the first tap.
  startTransition(() =>
    root.render(
      <StrictMode>
        <Providers>
          <RouterProvider router={router} />
        </Providers>
      </StrictMode>,
    ),
  )
}

/** Resolves when the first screen's code has loaded, or has failed to. */
async function untilInitialized(router: ReturnType<typeof startRouter>): Promise<void> {
  if (router.state.initialized) return
  await new Promise<void>((resolve) => {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })
}
