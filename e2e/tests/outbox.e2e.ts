import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { Api, type Member } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { readDevice, untilKept } from '../support/device.ts'
import { attach, card, choose, postOffline } from '../support/posts.ts'
import { RestartableBrowser, RestartableServer, untilInstalled } from '../support/restartable.ts'
import { expect, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'
import { LONG } from '../support/where.ts'

test.use({ serviceWorkers: 'allow' })

/** What a browser logs while it has no network. */
const GONE = /ERR_|NetworkError|fetching the script|TypeError: Failed to fetch/

async function signInHere(page: Page, address: string, { token, username }: Member): Promise<void> {
  await page.goto(`${address}/login`)
  await page.evaluate((values) => Object.assign(localStorage, values), { token, username })
}

async function edit(page: Page, of: Locator, text: string): Promise<void> {
  await choose(page, of, 'Edit Post')
  await page.getByRole('textbox', { name: 'Post text' }).fill(text)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

function waiting(page: Page, text: string): Locator {
  return page.getByRole('region', { name: 'Waiting posts' }).getByRole('article').filter({ hasText: text })
}

/** The two ways in which the network can be gone. */
interface Network {
  name: string
  cut: (server: RestartableServer, browser: RestartableBrowser) => Promise<void>
  restore: (server: RestartableServer, browser: RestartableBrowser) => Promise<void>
}

const NETWORKS: readonly Network[] = [
  { name: 'a server', cut: (server) => server.kill(), restore: (server) => server.start() },
  {
    name: 'a network',
    cut: (_, browser) => browser.context.setOffline(true),
    restore: (_, browser) => browser.context.setOffline(false),
  },
]

/** Comments on a post, changes one, deletes one and likes some, without a connection. */
async function changePosts(page: Page, liked: readonly string[]): Promise<void> {
  await card(page, 'To be commented').getByRole('button', { name: 'Comments: 0' }).click()
  const reply = page.getByRole('form', { name: 'Reply' })
  await reply.getByRole('textbox').fill('A comment')
  await reply.getByRole('button', { name: 'Reply' }).click()
  await expect(page.getByRole('article', { name: 'Your waiting comment' })).toContainText('A comment')
  await edit(page, card(page, 'To be changed'), 'Changed')
  await expect(card(page, 'Changed')).toContainText('Change waiting to be sent')
  await choose(page, card(page, 'To be deleted'), 'Delete Post')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('article', { name: 'This post will be deleted' })).toBeVisible()
  await expect(card(page, 'To be deleted')).toBeHidden()
  for (const text of liked) {
    const like = card(page, text).getByRole('button', { name: 'Like', exact: true })
    await like.click()
    await expect(like).toHaveAttribute('aria-pressed', 'true')
  }
}

/** Edits and removes what waits, and opens the outbox. @param count what waits then */
async function changeWaiting(page: Page, count: number): Promise<void> {
  await waiting(page, 'Written first').getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Post text' }).fill('Written first, and improved')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(waiting(page, 'and improved')).toBeVisible()
  await waiting(page, 'in vain').getByRole('button', { name: 'Remove' }).click()
  await expect(waiting(page, 'in vain')).toBeHidden()
  await page.getByRole('link', { name: `${count} waiting` }).click()
  await expect(page.getByRole('list', { name: 'Outbox' }).getByRole('listitem')).toHaveCount(count)
  await expectAccessible(page)
}

/** What the server has, the oldest first. */
async function listPosts(request: APIRequestContext, { token }: Member) {
  const answer = await request.get('/api/feed?sort=oldest', { headers: { authorization: token } })
  const { posts } = (await answer.json()) as {
    posts: { content: string; mediaUrl: string; commentCount: number; likes: { likeCount: number } }[]
  }
  return posts.map(({ content, mediaUrl, commentCount, likes: { likeCount } }) => ({
    content,
    hasPicture: mediaUrl !== '',
    commentCount,
    likeCount,
  }))
}

/** What the server has once everything has arrived. */
function arrived(liked: readonly string[]) {
  const plain = { hasPicture: false, commentCount: 0, likeCount: 0 }
  return [
    ...liked.map((content) => ({ ...plain, content, likeCount: 1 })),
    { ...plain, content: 'To be commented', commentCount: 1 },
    { ...plain, content: 'Changed' },
    { ...plain, content: 'Written first, and improved' },
    { ...plain, content: 'Written second, with a picture', hasPicture: true },
  ]
}

for (const { name, cut, restore } of NETWORKS) {
  test(
    `what is written without ${name} waits in its place, also after the browser was killed, and arrives once and in order`,
    LONG,
    async ({ noise, photo, playwright }) => {
      noise.expect(GONE)
      const server = await RestartableServer.create()
      const browser = await RestartableBrowser.create((context) => noise.listenTo(context))
      const request = await playwright.request.newContext({ baseURL: server.address })
      const api = new Api(request)
      const ann = await api.signUp()
      const liked = ['To be liked 1', 'To be liked 2', 'To be liked 3', 'To be liked 4', 'To be liked 5']
      for (const text of [...liked, 'To be commented', 'To be changed', 'To be deleted']) await api.writePost(ann, text)
      let page = await browser.page()
      await signInHere(page, server.address, ann)
      await page.goto(server.address)
      await untilInstalled(page)
      // A browser that is killed soon after the first visit has not yet stored its service worker.
      await browser.kill({ closes: true })
      await browser.start()
      page = await browser.page()
      await page.goto(server.address)
      // A list renders only what is near the screen.
      await page.setViewportSize({ width: 1280, height: 5_000 })
      await expect(card(page, 'To be commented')).toBeVisible()

      await untilKept(page, '/api/feed')

      await cut(server, browser)
      await postOffline(page, 'Written first')
      await expect(waiting(page, 'Written first')).toContainText('Waiting to be sent')
      await attach(page, photo)
      await expect(page.getByText('It is uploaded when the network is back.')).toBeVisible()
      const files = async () => (await readDevice(page)).settings.filter((name) => name.includes('draft file')).length
      await expect.poll(files).toBe(1)
      await page.reload()
      await expect(page.getByText('It is uploaded when the network is back.')).toBeVisible()
      await postOffline(page, 'Written second, with a picture')
      await expect(waiting(page, 'with a picture').getByRole('img', { name: 'In your post' })).toBeVisible()
      await expect.poll(files).toBe(0)
      await postOffline(page, 'Written in vain')

      await changePosts(page, liked)

      await changeWaiting(page, 10)

      // Local storage is written some seconds later. The entries are in the database, so only the session is set again.
      await browser.kill()
      await browser.start()
      await cut(server, browser)
      page = await browser.page()
      await signInHere(page, server.address, ann)
      await page.goto(server.address)
      await expect(waiting(page, 'and improved')).toBeVisible()
      await expect(waiting(page, 'with a picture').getByRole('img', { name: 'In your post' })).toBeVisible()

      await restore(server, browser)
      await expect(page.getByRole('region', { name: 'Waiting posts' })).toBeHidden()
      await expect.poll(() => listPosts(request, ann)).toEqual(arrived(liked))
      await expect(card(page, 'with a picture').getByRole('img', { name: /In the post by/ })).toBeVisible()
      await request.dispose()
      await browser.close()
      await server.close()
    },
  )
}

test('what is written without a network waits in its place, also in another page, and arrives once and in order', async ({
  api,
  noise,
  openAs,
  photo,
  request,
}) => {
  noise.expect(GONE)
  const ann = await api.signUp()
  for (const text of ['To be liked', 'To be commented', 'To be changed', 'To be deleted'])
    await api.writePost(ann, text)
  const first = await openAs(ann)
  await first.goto('/')
  await untilInstalled(first)
  await expect(card(first, 'To be liked')).toBeVisible()
  await untilKept(first, '/api/feed')

  await first.context().setOffline(true)
  await postOffline(first, 'Written first')
  await expect(waiting(first, 'Written first')).toContainText('Waiting to be sent')
  await attach(first, photo)
  await expect(first.getByText('It is uploaded when the network is back.')).toBeVisible()
  const files = async () => (await readDevice(first)).settings.filter((name) => name.includes('draft file')).length
  await expect.poll(files).toBe(1)

  // Another page has only what is on the device.
  const page = await first.context().newPage()
  // A list renders only what is near the screen.
  await page.setViewportSize({ width: 1280, height: 2_000 })
  await page.goto('/')
  await expect(waiting(page, 'Written first')).toBeVisible()
  await expect(page.getByText('It is uploaded when the network is back.')).toBeVisible()
  await first.close()
  await postOffline(page, 'Written second, with a picture')
  await expect(waiting(page, 'with a picture').getByRole('img', { name: 'In your post' })).toBeVisible()
  await postOffline(page, 'Written in vain')
  await changePosts(page, ['To be liked'])
  await changeWaiting(page, 6)
  await visit(page, '/')
  await expect(waiting(page, 'with a picture').getByRole('img', { name: 'In your post' })).toBeVisible()

  await page.context().setOffline(false)
  await expect(page.getByRole('region', { name: 'Waiting posts' })).toBeHidden()
  await expect.poll(() => listPosts(request, ann)).toEqual(arrived(['To be liked']))
  await expect(card(page, 'with a picture').getByRole('img', { name: /In the post by/ })).toBeVisible()
})
