import type { Page } from '@playwright/test'
import { countPosts } from '../support/count-posts.ts'
import { holdBack } from '../support/gate.ts'
import { card } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'

/** Over HTTP/1.1 a browser fetches six files at a time. */
const MOST_FILES = 6

/** Disables preloading in idle time, which is not part of the first load. */
async function neverIdle(page: Page): Promise<void> {
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
}

/** The scripts that the page has loaded, and their compressed size in KB of 1,000 bytes. */
async function weighScripts(page: Page): Promise<{ files: string[]; size: number }> {
  const scripts = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .map(({ name, encodedBodySize }) => ({ path: new URL(name).pathname, encodedBodySize }))
      .filter(({ path }) => path.endsWith('.js')),
  )
  return {
    files: scripts.map(({ path }) => path),
    size: scripts.reduce((total, { encodedBodySize }) => total + encodedBodySize, 0) / 1_000,
  }
}

test('the login loads at most 130 KB of scripts, in few files', async ({ page }) => {
  await neverIdle(page)
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Login as a Guest' })).toBeVisible()
  const { files, size } = await weighScripts(page)
  expect(files.length, files.join()).toBeLessThanOrEqual(MOST_FILES)
  expect(size).toBeLessThanOrEqual(130)
})

test('Home and a post load at most 190 KB of scripts, in few files', async ({ api, openAs }) => {
  const member = await api.signUp()
  const { id } = await api.writePost(member, 'Light as a feather')
  for (const path of ['/', `/post-detail/${id}`]) {
    const page = await openAs(member)
    await neverIdle(page)
    await page.goto(path)
    await expect(card(page, 'Light as a feather')).toBeVisible()
    const { files, size } = await weighScripts(page)
    expect(files.length, files.join()).toBeLessThanOrEqual(MOST_FILES)
    expect(size).toBeLessThanOrEqual(190)
  }
})

test('the posts, the viewer and the first picture are requested before the code has loaded, and shown in its first render', async ({
  api,
  openAs,
  photo,
}) => {
  const member = await api.signUp()
  const { url } = await api.upload(member, photo)
  const { id, _id } = await api.writePost(member, 'Seen at once', { mediaUrl: url, type: 'image' })
  for (const [path, ...reads] of [
    ['/', '/api/feed/resume'],
    [`/post-detail/${id}`, `/api/posts/${id}`, `/api/comments/${_id}`],
  ] as const) {
    const page = await openAs(member)
    await page.addInitScript(() => {
      const seen = { skeleton: false }
      Object.assign(window, { seen })
      new MutationObserver(() => {
        seen.skeleton ||= /Loading (posts|comments)/.test(document.body?.textContent ?? '')
      }).observe(document, { childList: true, subtree: true })
    })
    const code = await holdBack(page, /\/assets\/.*\.js$/)
    const early = [...reads, `/api/users/${member.username}`, url].map((address) =>
      page
        .waitForResponse((response) => new URL(response.url()).pathname === address)
        .then((answer) => answer.finished()),
    )
    await page.goto(path, { waitUntil: 'commit' })
    await Promise.all(early)
    code.open()
    await expect(card(page, 'Seen at once').locator('img[srcset]')).toBeVisible()
    expect(await page.evaluate(() => (window as unknown as { seen: unknown }).seen)).toEqual({ skeleton: false })
  }
})

test('the second picture of a list waits for the first', async ({ api, openAs, photo }) => {
  const member = await api.signUp()
  for (const words of ['The second one', 'The first one']) {
    const { url } = await api.upload(member, photo)
    await api.writePost(member, words, { mediaUrl: url, type: 'image' })
  }
  const page = await openAs(member)
  await page.goto('/')
  for (const [words, priority] of [
    ['The first one', 'auto'],
    ['The second one', 'low'],
  ] as const) {
    const picture = card(page, words).locator('img[srcset]')
    await expect(picture).toBeAttached()
    expect(await picture.evaluate((img: HTMLImageElement) => img.fetchPriority)).toBe(priority)
    // Neither is loaded lazily.
    await expect(picture).not.toHaveAttribute('loading', 'lazy')
  }
})

test('a list shows its first post, then the first screen, then the rest', async ({ api, openAs }) => {
  const member = await api.signUp()
  for (let number = 6; number >= 1; number -= 1) await api.writePost(member, `Duckling ${number}`)
  const page = await openAs(member)
  const counts = await countPosts(page, 'Your feed')
  await page.goto('/')
  await expect(page.getByRole('article')).toHaveCount(6)
  expect(await counts()).toEqual([1, 3, 6])
})

test('the first screen creates no formatter of dates or numbers', async ({ api, openAs }) => {
  const member = await api.signUp()
  await api.writePost(member, 'Just now')
  const page = await openAs(member)
  await page.addInitScript(() => {
    const made: string[] = []
    Object.assign(window, { made })
    for (const name of ['DateTimeFormat', 'NumberFormat'] as const) {
      const Formatter = Intl[name] as new () => object
      Object.assign(Intl, {
        [name]: new Proxy(Formatter, {
          construct(target, options) {
            made.push(name)
            return Reflect.construct(target, options)
          },
        }),
      })
    }
  })
  await page.goto('/')
  const time = card(page, 'Just now').locator('time')
  await expect(time).toBeVisible()
  const made = () => page.evaluate(() => (window as unknown as { made: string[] }).made)
  expect(await made()).toEqual([])
  await time.hover()
  await expect(time).toHaveAttribute('title', /^[A-Z][a-z]+ \d{1,2}, \d{4} at \d{1,2}:\d{2}\s[AP]M$/)
  expect(await made()).toEqual(['DateTimeFormat'])
})

test('the scripts of a page are listed from the largest to the smallest, the entry last', async ({ page, request }) => {
  const html = await (await request.get('/login')).text()
  const head = html.slice(0, html.indexOf('<link rel="stylesheet"'))
  const names = [...head.matchAll(/(?:href|src)="(\/assets\/[^"]+\.js)"/g)].map(([, name = '']) => name)
  const bytes = await Promise.all(names.map(async (name) => (await (await request.get(name)).body()).length))
  expect(names.length).toBeGreaterThan(2)
  expect(bytes.slice(0, -1)).toEqual(bytes.slice(0, -1).toSorted((one, other) => other - one))
  await page.goto('/login')
  await expect(page.locator('script[type="module"]')).toHaveAttribute('src', names.at(-1) ?? '')
})
