import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { PushBrowser, signUpUnread } from '../support/push.ts'
import { expect, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'
import { LONG } from '../support/where.ts'

test.use({ serviceWorkers: 'allow' })

const SETTINGS = '/settings/notifications'

const section = (page: Page) => page.getByRole('region', { name: 'Push on this device' })
const offer = (page: Page) => page.getByRole('complementary', { name: 'Push messages' })
const devices = (page: Page) => section(page).getByRole('list').getByRole('listitem')

async function turnOn(page: Page): Promise<void> {
  await section(page).getByRole('button', { name: 'Turn on push messages' }).click()
  await expect(section(page).getByText('Push messages are on.')).toBeVisible()
}

/** What this browser has stored for its service worker. */
const recordOf = (page: Page) =>
  page.evaluate(async () => (await (await caches.match('/push-device', { cacheName: 'quack-push' }))?.json()) ?? null)

test('devices are listed, turned off, and removed from another device', LONG, async ({ api, openAs, request }) => {
  const member = await api.signUp()
  const page = await openAs(member)
  const browser = await PushBrowser.open(page, SETTINGS)
  const asked = page.waitForRequest('**/api/push/devices')
  await turnOn(page)
  const subscription = (await asked).postDataJSON() as { endpoint: string }
  const headers = { authorization: await api.signInAgain(member) }
  const endpoint = `${subscription.endpoint}-of-another-device`
  const subscribed = await request.post('/api/push/devices', { headers, data: { ...subscription, endpoint } })
  expect(subscribed.ok()).toBe(true)
  await page.reload()
  await expect(devices(page)).toHaveCount(2)
  await expect(devices(page).filter({ hasText: 'this device' })).toHaveCount(1)
  await expectAccessible(page)

  // The other one removes this one.
  const answer = await request.get('/api/push', { headers })
  const { devices: known } = (await answer.json()) as { devices: { _id: string; current: boolean }[] }
  const here = known.find(({ current }) => !current)
  expect((await request.delete(`/api/push/devices/${here?._id}`, { headers })).ok()).toBe(true)
  await page.reload()
  await expect(section(page).getByText('Push messages are off.')).toBeVisible()
  // The browser's own subscription has not ended. It is not told to the server again.
  await browser.renewSubscription()
  await expect.poll(() => recordOf(page)).toBeNull()
  await expect(devices(page)).toHaveCount(1)

  await devices(page).getByRole('button').click()
  await expect(devices(page)).toHaveCount(0)
  await turnOn(page)
  await section(page).getByRole('button', { name: 'Turn off push messages' }).click()
  await expect(section(page).getByText('Push messages are off.')).toBeVisible()
  await expect(devices(page)).toHaveCount(0)
})

test('a subscription that the push service ends is renewed without a page; who logs out gets no more messages, and those shown are closed', async ({
  api,
  openAs,
}) => {
  const page = await openAs(await signUpUnread(api))
  const browser = await PushBrowser.open(page, SETTINGS)
  await turnOn(page)
  const first = await browser.endpoint()
  await browser.renewSubscription()
  await expect.poll(() => browser.endpoint()).not.toBe(first)
  // Written once the server has accepted it.
  const endpoint = await browser.endpoint()
  await expect.poll(() => recordOf(page)).toMatchObject({ endpoint })

  await browser.deliver({ title: 'Bob liked your post', body: '', path: '/', tag: '1', unread: 1 })
  await expect.poll(() => browser.tags()).toEqual(['1'])
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect.poll(() => browser.endpoint()).toBeNull()
  await expect.poll(() => browser.tags()).toEqual([])
  await expect.poll(() => recordOf(page)).toBeNull()
})

test('the shared guest account gets no push messages', LONG, async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login as a Guest' }).click()
  await expect(page).toHaveURL('/')
  await PushBrowser.open(page, SETTINGS)
  await expect(section(page).getByText('shares this account')).toBeVisible()
  await expect(section(page).getByRole('button')).toHaveCount(0)
  await visit(page, '/notifications')
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible()
  await expect(offer(page)).toBeHidden()
})
