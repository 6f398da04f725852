import { useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expect, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { test } from '../../test/component-test.ts'
import { goOffline, goOnline } from '../../test/network.ts'
import { NetworkError } from '../data/api/api-errors.ts'
import { PageCrash } from './page-crash.tsx'

/** As a network that comes back before the effects of the page have run. */
function OnlineAtOnce() {
  useLayoutEffect(goOnline, [])
  return <PageCrash />
}

test('a page that failed without a network is tried again, also if that comes back while it is rendered', async ({
  noise,
}) => {
  noise.expect(/NetworkError/)
  goOffline()
  let tries = 0
  const router = createMemoryRouter([
    {
      path: '/',
      loader() {
        tries += 1
        if (tries === 1) throw new NetworkError(null)
        return null
      },
      Component: () => <p>It is here</p>,
      ErrorBoundary: OnlineAtOnce,
    },
  ])
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    router.dispose()
    place.remove()
  })
  root.render(<RouterProvider router={router} />)
  await expect.element(page.getByText('It is here')).toBeVisible()
})
