import { beforeEach, describe, expect, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../test/axe.ts'
import { longTest, test } from '../../../test/component-test.ts'
import { renderScreen } from '../../../test/render-screen.tsx'

const SETTINGS = '/settings/notifications'

const section = page.getByRole('region', { name: 'Push on this device' })
const turnOn = section.getByRole('button', { name: 'Turn on push messages' })
const offer = page.getByRole('complementary', { name: 'Push messages' })
const devices = section.getByRole('list').getByRole('listitem')
const nothing = page.getByText(/^Nothing yet/)

/**
 * What a headless browser does not have: a member who answers its question, and a push service. And what only the built
 * product has: the service worker. The messages themselves are in e2e/tests/push-*.e2e.ts.
 */
class Browser {
  permission: NotificationPermission = 'granted'
  /** What the member answers when asked. */
  answer: NotificationPermission = 'granted'
  isReachable = true
  timesAsked = 0
  subscription: { endpoint: string } | null = null

  install(): void {
    const browser = this
    vi.stubGlobal('Notification', {
      get permission() {
        return browser.permission
      },
      async requestPermission() {
        browser.timesAsked++
        if (browser.permission === 'default') browser.permission = browser.answer
        return browser.permission
      },
    })
    const pushManager = {
      getSubscription: async () => browser.subscription,
      async subscribe() {
        if (!browser.isReachable) throw new DOMException('Registration failed - push service error', 'AbortError')
        browser.subscription = await makeSubscription(() => {
          browser.subscription = null
        })
        return browser.subscription
      },
    }
    const registration = { pushManager, getNotifications: async () => [] }
    const serviceWorker = Object.assign(new EventTarget(), {
      ready: Promise.resolve(registration),
      register: async () => registration,
      getRegistration: async () => registration,
    })
    stub(navigator, 'serviceWorker', serviceWorker)
    onTestFinished(() => caches.delete('quack-push').then(() => undefined))
  }
}

async function makeSubscription(unsubscribe: () => void) {
  const toBase64Url = (bytes: ArrayBuffer | Uint8Array) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits'])
  const p256dh = toBase64Url(await crypto.subtle.exportKey('raw', pair.publicKey))
  const auth = toBase64Url(crypto.getRandomValues(new Uint8Array(16)))
  const told = { endpoint: `https://push.example/${crypto.randomUUID()}`, keys: { p256dh, auth } }
  return { ...told, toJSON: () => told, unsubscribe: async () => unsubscribe() }
}

/** Sets a property of the browser until the test ends. */
function stub(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(object, name))
}

let browser: Browser

beforeEach(() => {
  browser = new Browser()
  browser.install()
})

describe('push messages', () => {
  test('the notifications offer push messages, and nothing is asked before a tap', async ({ api }) => {
    Object.assign(browser, { permission: 'default' })
    await renderScreen('/', { member: await api.signUp() })
    await expect.element(page.getByRole('heading', { name: 'Home' })).toBeVisible()
    await expect.element(offer).not.toBeInTheDocument()
    await page.getByRole('link', { name: 'Notifications' }).click()
    await expect.element(offer).toBeVisible()
    await expectAccessible()
    expect(browser.timesAsked).toBe(0)

    await offer.getByRole('button', { name: 'Turn on' }).click()
    await expect.element(offer).not.toBeInTheDocument()
    expect(browser.timesAsked).toBe(1)
    expect(browser.subscription).not.toBeNull()
    await page.getByRole('link', { name: 'Notification settings' }).click()
    await expect.element(section.getByText('Push messages are on.')).toBeVisible()
    await expect.element(devices).toMatchTextContent('this device')
  })

  longTest(
    'a member who closes the question can try again; one who does not want the offer is not asked again on this device',
    async ({ api }) => {
      Object.assign(browser, { permission: 'default', answer: 'default' })
      const screen = await renderScreen(SETTINGS, { member: await api.signUp() })
      await turnOn.click()
      await expect.element(section.getByRole('alert')).toMatchTextContent('Try again and choose “Allow”.')
      await expect.element(turnOn).toBeEnabled()

      await page.getByRole('link', { name: 'Notifications', exact: true }).click()
      await offer.getByRole('button', { name: 'Do not offer this again' }).click()
      await expect.element(offer).not.toBeInTheDocument()
      await screen.reload()
      await expect.element(nothing).toBeVisible()
      await expect.element(offer).not.toBeInTheDocument()
    },
  )

  longTest(
    'a member who denies notifications is told how to allow them, and later offered nothing',
    async ({ api }) => {
      Object.assign(browser, { permission: 'default', answer: 'denied' })
      const screen = await renderScreen('/notifications', { member: await api.signUp() })
      await offer.getByRole('button', { name: 'Turn on' }).click()
      await expect.element(offer.getByRole('alert')).toMatchTextContent('Notifications from Quack are blocked here.')
      expect(browser.subscription).toBeNull()
      await page.getByRole('link', { name: 'Notification settings' }).click()
      await expect.element(section).toMatchTextContent('Notifications from Quack are blocked here.')
      await expect.element(section.getByRole('button')).not.toBeInTheDocument()
      await expectAccessible()
      await screen.open('/notifications')
      await expect.element(nothing).toBeVisible()
      await expect.element(offer).not.toBeInTheDocument()
    },
  )

  test('a browser that cannot reach its push service says so, and stays off', async ({ api }) => {
    Object.assign(browser, { isReachable: false })
    await renderScreen(SETTINGS, { member: await api.signUp() })
    await turnOn.click()
    const problem = 'Your browser cannot reach its push service now.'
    await expect.element(section.getByRole('alert')).toMatchTextContent(problem)
    await expect.element(section.getByText('Push messages are off.')).toBeVisible()
    await expect.element(devices).not.toBeInTheDocument()
  })

  test('a browser without push messages says why, and is offered none', async ({ api }) => {
    const screen = await renderScreen('/', { member: await api.signUp() })
    const manager = Object.getOwnPropertyDescriptor(window, 'PushManager')
    Reflect.deleteProperty(window, 'PushManager')
    onTestFinished(() => void (manager && Object.defineProperty(window, 'PushManager', manager)))
    for (const [userAgent, reason] of [
      ['Mozilla/5.0 (X11; Linux x86_64)', /This browser has no push messages/],
      ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', /only the installed app gets push messages/],
    ] as const) {
      stub(navigator, 'userAgent', userAgent)
      await screen.open(SETTINGS)
      await expect.element(section.getByText(reason)).toBeVisible()
      await expect.element(section.getByRole('button')).not.toBeInTheDocument()
      await screen.open('/notifications')
      await expect.element(nothing).toBeVisible()
      await expect.element(offer).not.toBeInTheDocument()
    }
  })
})
