import '../ui/styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { Providers } from './providers.tsx'
import { registerServiceWorker } from './register-service-worker.ts'
import { router } from './router.tsx'

// useArrival scrolls: to the top on a change of path, back to the place on going back. The browser's own memory knows
// nothing of lists that are still to be laid out.
history.scrollRestoration = 'manual'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
)

registerServiceWorker()
