import { expect, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

test('the client starts offline, and says so', async ({ api, openAs, noise }) => {
  // The browser may look for a newer service worker while it is offline.
  noise.expect(/ERR_INTERNET_DISCONNECTED/, /NetworkError/, /fetching the script/)
  const page = await openAs(await api.signUp())
  await page.goto('/')
  // Wait until the service worker controls the page.
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
  })
  await page.context().setOffline(true)
  // A page that this browser has never requested.
  await page.goto('/bookmark')
  await expect(page.getByRole('heading', { name: 'Bookmark' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveCount(5)
  await expect(page.getByText('You are offline. You can read on; what you write is kept.')).toBeVisible()

  await page.context().setOffline(false)
  await expect(page.getByText('You have not added any Bookmarks!')).toBeVisible()
  await expect(page.getByText('You are offline.')).toBeHidden()
})
