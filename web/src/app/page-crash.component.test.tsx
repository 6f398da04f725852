import { useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expect, onTestFinished, test } from 'vitest'
import { NetworkError } from '../data/api/api-errors.ts'
import { noteReachable, noteUnreachable } from '../data/api/connection.ts'
import { PageCrash } from './page-crash.tsx'

test('a screen that failed loads again if the network is back before its error is shown', async () => {
  noteUnreachable()
  let fails = true
  function Screen() {
    if (fails) throw new NetworkError()
    return 'Loaded'
  }
  function Network() {
    useLayoutEffect(() => {
      fails = false
      noteReachable()
    }, [])
    return null
  }
  const errorElement = (
    <>
      <PageCrash />
      <Network />
    </>
  )
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  root.render(<RouterProvider router={createMemoryRouter([{ path: '/', Component: Screen, errorElement }])} />)
  await expect.poll(() => place.textContent).toBe('Loaded')
})
