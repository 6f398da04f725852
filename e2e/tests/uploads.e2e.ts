import { writeFileSync } from 'node:fs'
import type { Page, TestInfo } from '@playwright/test'
import { stopClock } from '../support/clock.ts'
import { untilInstalled } from '../support/device.ts'
import { makeOwnPhoto, type PickedFile } from '../support/photo.ts'
import { attach, card, postOffline } from '../support/posts.ts'
import { type BreakableProxy, startProxy } from '../support/proxy.ts'
import { writeSession } from '../support/session.ts'
import { test as base, expect } from '../support/test.ts'
import { LONG, tags } from '../support/where.ts'

/** Provides a page of a member whose connection to the server can break. */
const test = base.extend<{ connection: BreakableProxy; page: Page }>({
  connection: async ({ baseURL }, use) => {
    const connection = await startProxy(baseURL ?? '')
    await use(connection)
    await connection.close()
  },
  page: async ({ api, browser, noise, connection }, use) => {
    const context = await browser.newContext({ baseURL: connection.address })
    // The browser logs the broken connections that these tests provoke. It may also repeat a request itself, with an
    // outdated offset.
    noise.expect(/net::ERR_/, /409 \(Conflict\)/)
    noise.listenTo(context)
    const page = await context.newPage()
    await writeSession(page, await api.signUp(), connection.address)
    await use(page)
    await context.close()
  },
})

/** A large file, which is sent in several parts: bytes after the end of the picture are ignored. */
const SIZE = 3_000_000
function enlarge(photo: PickedFile, testInfo: TestInfo, size = SIZE): string {
  const path = testInfo.outputPath(photo.name)
  writeFileSync(path, Buffer.concat([photo.buffer], size))
  return path
}

/** @returns the offsets from which a page has sent again what the server had answered, and how much that was last */
function watchParts(page: Page): { repeated: number[]; answered: () => number } {
  const repeated: number[] = []
  let answered = 0
  page.on('request', (request) => {
    const offset = Number(request.headers()['upload-offset'])
    if (request.method() === 'PATCH' && offset < answered) repeated.push(offset)
  })
  page.on('response', (response) => {
    if (response.request().method() === 'PATCH' && response.ok()) answered = Number(response.headers()['upload-offset'])
  })
  return { repeated, answered: () => answered }
}

test('an upload resumes where its connection broke', async ({ page, photo, connection }, testInfo) => {
  await page.goto('/')
  await page.getByRole('textbox', { name: 'New post' }).fill('From the train')
  const parts = watchParts(page)
  const before = connection.sent()
  connection.stallAfter(SIZE / 2)
  await attach(page, enlarge(photo, testInfo))
  await expect.poll(() => connection.sent() - before).toBeGreaterThanOrEqual(SIZE / 2)
  await expect(page.getByRole('progressbar', { name: 'Uploading photo.jpg' })).toBeVisible()
  // A part is sent when the one before has been answered.
  await expect.poll(parts.answered).toBeGreaterThan(SIZE / 4)
  connection.drop()
  // The server's. Until the connection is back, the file itself is shown.
  await expect(page.getByRole('img', { name: 'Attached to this post' })).toHaveAttribute('src', /^\/media\//)
  expect(parts.answered()).toBe(SIZE)
  expect(parts.repeated).toEqual([])
  await page.getByRole('form', { name: 'New post' }).getByRole('button', { name: 'Post', exact: true }).click()
  await expect(card(page, 'From the train').getByRole('img', { name: /In the post by/ })).toBeVisible()
})

for (const [kind, size, where] of [
  ['small', 100_000, tags()],
  ['large', SIZE, LONG],
] as const) {
  test(
    `a ${kind} upload whose connection hangs is sent again`,
    where,
    async ({ page, photo, connection }, testInfo) => {
      await page.clock.install()
      await page.goto('/')
      const before = connection.sent()
      connection.stallAfter(size / 2)
      await attach(page, enlarge(photo, testInfo, size))
      await expect.poll(() => connection.sent() - before).toBeGreaterThanOrEqual(size / 2)
      await stopClock(page)
      await page.clock.runFor(120_000)
      await page.clock.resume()
      await expect(page.getByRole('img', { name: 'Attached to this post' })).toHaveAttribute('src', /^\/media\//)
    },
  )
}

test('the form changes only after a second without a connection', async ({ page, photo, connection }, testInfo) => {
  await page.clock.install()
  await page.goto('/')
  connection.stallAfter(SIZE / 2)
  await attach(page, enlarge(photo, testInfo))
  const bar = page.getByRole('progressbar', { name: 'Uploading photo.jpg' })
  await expect(bar).toHaveAttribute('value', /^[1-9]/)
  await stopClock(page)
  connection.vanish()
  await expect(page.getByText('Quack cannot be reached.')).toBeVisible()
  await expect(bar).toBeVisible()
  await page.clock.runFor(1_000)
  await expect(page.getByText('It is uploaded when the network is back.')).toBeVisible()
})

test.describe('without a server', () => {
  // The outbox is shown with code that is loaded then.
  test.use({ serviceWorkers: 'allow' })

  test(
    'after a reload, the upload of the same file resumes, also in the outbox',
    LONG,
    async ({ page, photo, connection }, testInfo) => {
      const path = enlarge(photo, testInfo)
      const parts = watchParts(page)
      await page.goto('/')
      const before = connection.sent()
      const breakAt = async (part: number, begin: () => Promise<void>) => {
        connection.stallAfter(part * SIZE - (connection.sent() - before))
        await begin()
        await expect.poll(() => connection.sent() - before).toBeGreaterThanOrEqual(part * SIZE)
      }
      await breakAt(0.5, () => attach(page, path))
      await expect.poll(parts.answered).toBeGreaterThan(SIZE / 4)
      await page.reload()
      await untilInstalled(page)
      connection.vanish()
      await attach(page, path)
      await expect(page.getByText('It is uploaded when the network is back.')).toBeVisible()
      await postOffline(page, 'From the train')
      const waiting = page.getByRole('region', { name: 'Waiting posts' })
      await expect(waiting).toContainText('Waiting to be sent')
      await breakAt(0.85, () => connection.comeBack())
      await expect(waiting).toContainText('Uploading')
      await page.reload()
      await expect(waiting).toBeHidden()
      await expect(card(page, 'From the train').getByRole('img', { name: /In the post by/ })).toBeVisible()
      expect(parts.answered()).toBe(SIZE)
      expect(parts.repeated).toEqual([])
    },
  )

  test('four pictures are chosen and moved, one fails and is sent again, and all arrive once, in their order', async ({
    page,
    connection,
    noise,
  }) => {
    noise.expect(/status of 500/, /ApiError|NetworkError/)
    await page.goto('/')
    await untilInstalled(page)
    let begun = 0
    page.on('response', (response) => {
      if (response.request().method() === 'POST' && response.url().endsWith('/api/uploads') && response.ok()) begun++
    })
    const named = async (name: string) => ({ ...(await makeOwnPhoto()), name: `${name}.jpg` })
    await page.route(/finish$/, (route) => route.fulfill({ status: 500, json: { errors: ['Not now.'] } }), { times: 1 })
    await attach(page, await Promise.all(['duck', 'goose', 'swan'].map(named)))
    const form = page.getByRole('form', { name: 'New post' })
    const send = form.getByRole('button', { name: 'Post', exact: true })
    await form.getByRole('button', { name: 'Try again' }).click()
    await expect(send).toBeEnabled()

    connection.vanish()
    await attach(page, await named('heron'))
    await expect(form.getByText('What is not uploaded yet is uploaded when the network is back.')).toBeVisible()
    await form.getByRole('button', { name: 'Picture 4 of 4' }).click()
    await form.getByRole('textbox', { name: /^Describe this picture/ }).fill('A heron')
    await form.getByRole('button', { name: 'Picture 4 of 4: A heron' }).focus()
    for (let left = 3; left > 1; left--) await page.keyboard.press('ArrowLeft')
    await expect(form.getByRole('button', { name: 'Picture 2 of 4: A heron' })).toBeFocused()
    await page.reload()
    await expect(form.getByRole('button', { name: 'Picture 2 of 4: A heron' })).toBeVisible()
    await postOffline(page, 'Birds')
    const waiting = page.getByRole('region', { name: 'Waiting posts' })
    await expect(waiting.getByRole('img', { name: 'A heron' })).toBeVisible()
    await expect(waiting.getByRole('img', { name: 'In your post' })).toHaveCount(3)
    connection.comeBack()
    await expect(waiting).toBeHidden()
    const alts = card(page, 'Birds').getByRole('link').getByRole('img')
    await expect.poll(() => alts.evaluateAll((all) => all.map((img) => img.getAttribute('alt')))).toHaveLength(4)
    await expect(alts.nth(1)).toHaveAttribute('alt', 'A heron')
    // The one that has failed, and no other, was begun twice.
    expect(begun).toBe(5)
  })
})

test('a cancelled upload is deleted, and the text stays', async ({ page, photo, connection }, testInfo) => {
  await page.goto('/')
  const text = page.getByRole('textbox', { name: 'New post' })
  await text.fill('Changed my mind')
  connection.stallAfter(SIZE / 2)
  await attach(page, enlarge(photo, testInfo))
  const bar = page.getByRole('progressbar', { name: 'Uploading photo.jpg' })
  await expect(bar).toHaveAttribute('value', /^[1-9]/)
  const forgotten = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(bar).toBeHidden()
  expect((await forgotten).status()).toBe(204)
  await expect(text).toHaveValue('Changed my mind')
})
