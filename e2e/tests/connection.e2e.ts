import type { Page, Request } from '@playwright/test'
import { untilLive } from '../support/live.ts'
import { card } from '../support/posts.ts'
import { type BreakableProxy, startProxy } from '../support/proxy.ts'
import { untilInstalled } from '../support/restartable.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toast.ts'
import { LONG } from '../support/where.ts'

test.use({ serviceWorkers: 'allow' })

const OFFLINE = 'You are offline. You can read on; what you write is kept.'
const AWAY = 'Quack cannot be reached. Trying again …'
/** What a browser logs when the server, or the update check of the service worker, is unreachable. */
const GONE =
  /ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|SOCKET_NOT_CONNECTED)|fetching the script/

/**
 * Opens Home through a proxy. Waits until the event stream is open, and everything else is read: an answer that is cut
 * off shows the bar too.
 */
async function openThrough(proxy: BreakableProxy, page: Page): Promise<void> {
  const reads = new Set<Request>()
  page.on('request', (request) => {
    if (/\/api\/(?!events)/.test(request.url())) reads.add(request)
  })
  page.on('requestfinished', (request) => void reads.delete(request))
  page.on('requestfailed', (request) => void reads.delete(request))
  const isLive = untilLive(page)
  await page.goto(proxy.address)
  await isLive
  await expect.poll(() => reads.size).toBe(0)
}

test('offline, a bar says so, and a text that was written meanwhile is sent afterwards', async ({
  api,
  openAs,
  noise,
}) => {
  noise.expect(/ERR_INTERNET_DISCONNECTED/, /NetworkError/, GONE)
  const member = await api.signUp()
  await api.writePost(member, 'Read before')
  const page = await openAs(member)
  await page.goto('/')
  await expect(card(page, 'Read before')).toBeVisible()
  await untilInstalled(page)
  await page.context().setOffline(true)
  await expect(page.getByText(OFFLINE)).toBeVisible()
  const form = page.getByRole('form', { name: 'New post' })
  const send = form.getByRole('button', { name: 'Post', exact: true })
  await form.getByRole('textbox').fill('Written offline')
  await expectToast(page, 'Waiting for the network', () => send.click())
  await expect(card(page, 'Written offline')).toContainText('Waiting to be sent')
  const places = () => Promise.all(['Written offline', 'Read before'].map((text) => card(page, text).boundingBox()))
  const waiting = await places()

  await page.context().setOffline(false)
  await expect(page.getByText(OFFLINE)).toBeHidden()
  await expect(card(page, 'Waiting to be sent')).toBeHidden()
  // The post takes the place of the one that waited. Not `poll`, which ends if a card cannot be found meanwhile.
  await expect(async () => expect(await places()).toEqual(waiting)).toPass()
  await expect(form.getByRole('textbox')).toHaveValue('')
})

test('the bar appears and disappears with the server while the page makes no requests', async ({
  api,
  openAs,
  noise,
  baseURL,
}) => {
  noise.expect(GONE)
  const proxy = await startProxy(baseURL ?? '')
  const page = await openAs(await api.signUp(), proxy.address)
  await openThrough(proxy, page)
  proxy.vanish()
  await expect(page.getByText(AWAY)).toBeVisible()
  await proxy.comeBack()
  await expect(page.getByText(AWAY)).toBeHidden()
  await proxy.close()
})

test(
  'the bar appears when the server hangs without closing its connections',
  LONG,
  async ({ api, openAs, noise, baseURL }) => {
    noise.expect(GONE)
    const proxy = await startProxy(baseURL ?? '')
    const page = await openAs(await api.signUp(), proxy.address)
    await page.clock.install()
    await openThrough(proxy, page)
    proxy.freeze()
    // Longer than the server's heartbeat interval.
    await page.clock.fastForward(30_000)
    await expect(page.getByText(AWAY)).toBeVisible()
    await proxy.close()
  },
)
