import type { APIRequestContext, CDPSession, Page } from '@playwright/test'
import type { Member } from '../support/api.ts'
import { memberKey, readDevice, untilInstalled } from '../support/device.ts'
import { attach, card, choose, postOffline } from '../support/posts.ts'
import { expect, logIn, test } from '../support/test.ts'
import { LONG } from '../support/where.ts'

test.use({ serviceWorkers: 'allow' })

/** The headless browser has the interface, but refuses to register. The tests dispatch the event. */
const CAN_REGISTER = 'SyncManager.prototype.register = () => Promise.resolve()'

async function textsOf(request: APIRequestContext, { token, username }: Member): Promise<string[]> {
  const options = { headers: { authorization: `Bearer ${token}` } }
  const { posts } = await (await request.get(`/api/posts/user/${username}`, options)).json()
  return posts.map(({ content }: { content: string }) => content)
}

/** @returns what tells the service worker, as the browser does, that the network is back */
async function makeSync(session: CDPSession, origin: string): Promise<() => Promise<unknown>> {
  const registration = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted)
      if (ours) resolve(ours.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registration
  const event = { origin: new URL(origin).origin, registrationId, tag: 'outbox', lastChance: false }
  return () => session.send('ServiceWorker.dispatchSyncEvent', event)
}

/** Cuts what the page writes. The service worker and the browser have a network. */
async function cut(page: Page): Promise<() => Promise<void>> {
  const writes = (address: URL) => address.pathname.startsWith('/api/')
  await page.route(writes, (route) => (route.request().method() === 'GET' ? route.continue() : route.abort()))
  return () => page.unroute(writes)
}

test('the browser has open pages send what waits; without a page, the worker sends what is simple, in order and once', async ({
  api,
  noise,
  openAs,
  photo,
  request,
  baseURL: address = '',
}) => {
  noise.expect(/ERR_FAILED|NetworkError|Failed to fetch/)
  const [ann, bob] = [await api.signUp(), await api.signUp()]
  const liked = await api.writePost(bob, 'To be liked')
  await api.follow(bob, ann)
  const texts = () => textsOf(request, ann)
  const page = await openAs(ann)
  const context = page.context()
  await context.addInitScript(CAN_REGISTER)
  const elsewhere = await context.newPage()
  await page.clock.install()
  await page.goto('/')
  await expect(card(page, liked.content)).toBeVisible()
  await untilInstalled(page)
  const sync = await makeSync(await context.newCDPSession(elsewhere), address)

  // Without timers, the page does not try again by itself.
  const restore = await cut(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  await postOffline(page, 'First')
  const kept = async () => {
    const { outbox, settings } = await readDevice(page)
    return [...outbox, ...settings].map((row) => row.replace(`${memberKey(ann)} `, ''))
  }
  await expect.poll(kept).toEqual(['post', 'sync token'])
  await restore()
  await sync()
  await expect.poll(kept).toEqual([])
  expect(await texts()).toEqual(['First'])

  // A token is kept only while something waits.
  await page.clock.resume()
  // The post takes its place. A click on what moves with it could be lost.
  await expect(page.getByRole('article', { name: /^Waiting post/ })).toHaveCount(0)
  await cut(page)
  await card(page, liked.content).getByRole('button', { name: 'Like', exact: true }).click()
  await postOffline(page, 'Second')
  await attach(page, photo)
  await postOffline(page, 'Third, with a picture')
  await choose(page, card(page, 'First'), 'Delete Post')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await postOffline(page, 'Fourth')
  await expect.poll(async () => (await kept()).length).toBe(6)
  await page.close()
  await Promise.all([sync(), sync()])
  await expect.poll(texts).toEqual(['Third, with a picture', 'Second', 'First'])
  const read = async () =>
    (await request.get(`/api/posts/${liked._id}`, { headers: { authorization: `Bearer ${ann.token}` } })).json()
  await expect.poll(read).toMatchObject({ post: { viewer: { liked: true } } })

  // The rest needs a page.
  await elsewhere.goto('/')
  await expect.poll(async () => (await readDevice(elsewhere)).settings).toEqual([])
  await expect.poll(texts).toEqual(['Fourth', 'Third, with a picture', 'Second'])
  await expect.poll(async () => (await readDevice(elsewhere)).outbox).toEqual([])
})

test(
  'the token that the worker sends with is kept only while something waits, and not after a log-out',
  LONG,
  async ({ api, noise, openAs, request, baseURL: address = '' }) => {
    noise.expect(/ERR_FAILED|NetworkError|Failed to fetch/)
    // The worker looks at members in the order of their keys.
    const members = [await api.signUp(), await api.signUp()]
    const [ann, bob] = members.toSorted((one, other) => (memberKey(one) < memberKey(other) ? -1 : 1)) as [
      Member,
      Member,
    ]
    const page = await openAs(ann)
    const context = page.context()
    await context.addInitScript(CAN_REGISTER)
    const elsewhere = await context.newPage()
    await page.goto('/')
    await untilInstalled(page)
    const sync = await makeSync(await context.newCDPSession(elsewhere), address)
    const tokens = async () => (await readDevice(page)).settings.filter((name) => name.endsWith('sync token'))
    const restore = await cut(page)
    await postOffline(page, 'Kept on the device')
    await expect.poll(tokens).toEqual([`${memberKey(ann)} sync token`])
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    await expect.poll(tokens).toEqual([])

    await restore()
    await logIn(page, bob)
    await expect(page).toHaveURL('/')
    await cut(page)
    await postOffline(page, 'Of the next member')
    await expect.poll(tokens).toEqual([`${memberKey(bob)} sync token`])
    expect((await readDevice(page)).outbox).toEqual([`${memberKey(ann)} post`, `${memberKey(bob)} post`])
    await page.close()
    await sync()
    await expect.poll(() => textsOf(request, bob)).toEqual(['Of the next member'])
    expect(await textsOf(request, ann)).toEqual([])
  },
)
