import '../ui/styles.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { Providers } from './providers.tsx'
import { readAhead } from './read-ahead.ts'
import { registerServiceWorker } from './register-service-worker.ts'
import { router } from './router.tsx'

// useArrival scrolls: to the top on a change of path, back to the place on going back. The browser's own memory knows
// nothing of lists that are still to be laid out.
history.scrollRestoration = 'manual'

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')
const root = createRoot(element)

readAhead(location.pathname)

// index.html shows the mark until the screen's code is there. What is rendered in a transition leaves the browser room
// for a person's first tap.
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

registerServiceWorker()

/** Until the first screen's code is there, or could not be had. */
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
