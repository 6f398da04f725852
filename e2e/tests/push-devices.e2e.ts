import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { PushBrowser, signUpUnread } from '../support/push.ts'
import { expect, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'

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

test('the notifications offer push messages, and nothing is asked before a tap', async ({ api, openAs }) => {
  const page = await openAs(await api.signUp())
  const browser = await PushBrowser.open(page, '/', { permission: 'default' })
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()
  await expect(offer(page)).toBeHidden()
  await page.getByRole('link', { name: 'Notifications' }).click()
  await expect(offer(page)).toBeVisible()
  await expectAccessible(page)
  expect(await browser.timesAsked()).toBe(0)

  await offer(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(offer(page)).toBeHidden()
  expect(await browser.timesAsked()).toBe(1)
  expect(await browser.endpoint()).not.toBeNull()
  await page.getByRole('link', { name: 'Notification settings' }).click()
  await expect(section(page).getByText('Push messages are on.')).toBeVisible()
})

test('a member who closes the question can try again; one who does not want the offer is not asked again on this device', async ({
  api,
  openAs,
}) => {
  const page = await openAs(await api.signUp())
  await PushBrowser.open(page, SETTINGS, { permission: 'default', answer: 'default' })
  const button = section(page).getByRole('button', { name: 'Turn on push messages' })
  await button.click()
  await expect(section(page).getByRole('alert')).toContainText('Try again and choose “Allow”.')
  await expect(button).toBeEnabled()

  await page.getByRole('link', { name: 'Notifications', exact: true }).click()
  await offer(page).getByRole('button', { name: 'Do not offer this again' }).click()
  await expect(offer(page)).toBeHidden()
  await page.reload()
  await expect(page.getByText('Nothing yet.')).toBeVisible()
  await expect(offer(page)).toBeHidden()
})

test('a member who denies notifications is told how to allow them', async ({ api, openAs }) => {
  const member = await api.signUp()
  const page = await openAs(member)
  const browser = await PushBrowser.open(page, '/notifications', { permission: 'default', answer: 'denied' })
  await offer(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(offer(page).getByRole('alert')).toContainText('Notifications from Quack are blocked here.')
  expect(await browser.endpoint()).toBeNull()
  await page.getByRole('link', { name: 'Notification settings' }).click()
  await expect(section(page)).toContainText('Notifications from Quack are blocked here.')
  await expect(section(page).getByRole('button')).toHaveCount(0)
  await expectAccessible(page)

  const later = await openAs(member)
  await PushBrowser.open(later, '/notifications', { permission: 'denied' })
  await expect(later.getByText('Nothing yet.')).toBeVisible()
  await expect(offer(later)).toBeHidden()
})

test('a browser that cannot reach its push service says so, and stays off', async ({ api, openAs }) => {
  const page = await openAs(await api.signUp())
  await PushBrowser.open(page, SETTINGS, { isReachable: false })
  await section(page).getByRole('button', { name: 'Turn on push messages' }).click()
  await expect(section(page).getByRole('alert')).toContainText('Your browser cannot reach its push service now.')
  await expect(section(page).getByText('Push messages are off.')).toBeVisible()
  await expect(devices(page)).toHaveCount(0)
})

test('devices are listed, turned off, and removed from another device', async ({ api, openAs, request }) => {
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

test('a browser without push messages says why, and is offered none', async ({ api, openAs }) => {
  const member = await api.signUp()
  for (const [userAgent, reason] of [
    ['Mozilla/5.0 (X11; Linux x86_64)', 'This browser has no push messages'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 'only the installed app gets push messages'],
  ] as const) {
    const page = await openAs(member)
    await page.addInitScript((name) => {
      Reflect.deleteProperty(window, 'PushManager')
      Object.defineProperty(navigator, 'userAgent', { value: name })
    }, userAgent)
    await page.goto(SETTINGS)
    await expect(section(page).getByText(reason)).toBeVisible()
    await expect(section(page).getByRole('button')).toHaveCount(0)
    await page.goto('/notifications')
    await expect(page.getByText('Nothing yet.')).toBeVisible()
    await expect(offer(page)).toBeHidden()
  }
})

test('the shared guest account gets no push messages', async ({ page }) => {
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
