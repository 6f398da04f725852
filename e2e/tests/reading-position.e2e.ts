import type { Page } from '@playwright/test'
import type { Api, Member } from '../support/api.ts'
import { makePerson } from '../support/api.ts'
import { readRows, untilKept } from '../support/device.ts'
import { holdBack } from '../support/gate.ts'
import { card } from '../support/posts.ts'
import { positionOf, readPost, readUntil, type Tops, topsOf, untilStored, watchAllShifts } from '../support/reading.ts'
import { scrollTo } from '../support/scroll.ts'
import { expect, test } from '../support/test.ts'
import { PHONE_IN_LONG } from '../support/where.ts'

/** Ids by name. The lengths differ, and so do the heights. */
async function write(api: Api, author: Member, name: string, count: number, ids = new Map<string, string>()) {
  for (let first = 1; first <= count; first += 20) {
    const numbers = Array.from({ length: Math.min(20, count - first + 1) }, (_, index) => first + index)
    // In order: the tests tell posts apart by their numbers.
    if (count <= 60) for (const number of numbers) await writeOne(number)
    else await Promise.all(numbers.map(writeOne))
  }
  async function writeOne(number: number) {
    const post = await api.writePost(author, `${name} ${number}. ${'Ducks on the pond. '.repeat(number % 11)}`)
    ids.set(`${name} ${number}`, post._id)
  }
  return ids
}

async function makeReader(api: Api) {
  const [author, reader] = [await api.signUp(makePerson('Ada')), await api.signUp(makePerson('Vic'))]
  await api.follow(author, reader)
  return { author, reader, ids: await write(api, author, 'Post', 60) }
}

const numberOf = (name: string) => Number(name.replace(/\D/g, ''))

/**
 * The posts in the window, once nothing has moved for some frames and no picture is missing. Frames, because those of a busy
 * page come as late as what moves it does.
 */
async function restingTops(page: Page): Promise<Tops> {
  let tops: Tops = {}
  await expect(async () => {
    tops = await topsOf(page)
    const isComplete = await page.evaluate(async () => {
      for (let frames = 0; frames < 10; frames++) await new Promise(requestAnimationFrame)
      return [...document.images].every((image) => image.complete || image.loading === 'lazy')
    })
    expect(isComplete && Object.keys(tops).length > 0).toBe(true)
    expect(await topsOf(page)).toEqual(tops)
  }).toPass({ intervals: [0] })
  return tops
}

/** Reads on by a few lines. Resolves when the page has begun to scroll: before that, it is where it was stored last. */
async function readOn(page: Page): Promise<void> {
  const before = await restingTops(page)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => topsOf(page)).not.toEqual(before)
}

/** Waits until this device has the position that the page shows, and knows that the server does not have it. */
async function untilKeptHere(page: Page, ids: ReadonlyMap<string, string>): Promise<void> {
  await expect(async () => {
    const { name, offset } = await readPost(page)
    const kept = await page.evaluate(() => localStorage.getItem('position:latest'))
    expect(JSON.parse(kept ?? 'null')).toMatchObject({ body: { postId: ids.get(name), offset }, isSent: false })
  }).toPass({ intervals: [200] })
}

/** Waits until this device keeps what the page began with. Another load may have left a copy with other posts. */
async function untilBeginIsKept(page: Page): Promise<void> {
  await untilKept(page, '/api/feed/resume')
  const begun = await page.evaluate(() => performance.timeOrigin)
  const isOfThisLoad = async () => {
    const rows = await readRows<{ name: string; savedAt: number }>(page, 'pages')
    return rows.some(({ name, savedAt }) => name.includes('/api/feed/resume') && savedAt > begun)
  }
  await expect.poll(isOfThisLoad).toBe(true)
}

function countPositions(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/feed/position')) count++
  })
  return () => count
}

test('two devices: what one has read, the other continues, with 500 new posts above', async ({ api, openAs }) => {
  const { author, reader, ids } = await makeReader(api)
  const one = await openAs(reader)
  await one.goto('/')
  await expect(card(one, 'Post 60.')).toBeVisible()
  // The 40th post.
  await readUntil(one, (number) => number <= 21)
  await untilStored(one, reader, ids)
  const read = await readPost(one)
  const seen = await topsOf(one)

  // An idle tab: nothing moves, and nothing is sent.
  const sent = countPositions(one)
  await write(api, author, 'News', 500, ids)
  const pill = (page: Page) => page.getByRole('button', { name: /new posts?$/ })
  await expect(pill(one)).toHaveText('500 new posts')
  expect(await topsOf(one)).toEqual(seen)
  const stored = await positionOf(one, reader)

  const two = await openAs({ ...reader, token: await api.signInAgain(reader) })
  const shifts = await watchAllShifts(two)
  await two.goto('/')
  await expect(card(two, `${read.name}.`)).toBeVisible()
  await expect.poll(() => readPost(two)).toEqual(read)
  expect(await shifts()).toBe('0.000')
  await expect(pill(two)).toHaveText('500 new posts')
  await expect(two.getByRole('button', { name: /newer posts$/ })).toHaveText(/^5\d\d newer posts$/)

  const press = (key: string, isThere: () => Promise<void>) =>
    expect(async () => {
      await two.keyboard.press(key)
      await isThere()
    }).toPass()
  await test.step('the newest posts by key, and the way back', async () => {
    await press('n', () => expect.poll(async () => (await readPost(two)).name, { timeout: 2_000 }).toMatch(/^News/))
    await expect(pill(two)).toHaveCount(0)
    await press('.', () => expect.poll(() => readPost(two), { timeout: 2_000 }).toEqual(read))
    expect(sent()).toBe(0)
    expect(await positionOf(two, reader)).toMatchObject({ postId: stored?.postId, readAt: stored?.readAt })
  })

  await test.step('the gap fills upward, and nothing that is read moves', async () => {
    const gate = await holdBack(two, /from=below/)
    let isAsked = false
    two.on('request', (request) => {
      isAsked ||= request.url().includes('from=below')
    })
    // A key before the page has noticed that the gap is near does not fill it.
    await press('ArrowUp', () => expect.poll(() => isAsked, { timeout: 2_000 }).toBe(true))
    const before = await restingTops(two)
    gate.open()
    await expect(card(two, `Post ${numberOf(read.name) + 1}.`)).toBeAttached()
    expect(await restingTops(two)).toMatchObject(before)
    await expect(two.getByText('You were here')).toBeAttached()
  })

  await test.step('the gap fills downward', async () => {
    await two.evaluate(() => window.scrollTo(0, 0))
    const gap = two.getByRole('button', { name: /in between$/ })
    await scrollTo(two, gap)
    // Without the newest page, and the page that was loaded above the position.
    await expect(gap).toHaveText(`${500 + 60 - numberOf(read.name) - 40} posts in between`)
    await gap.evaluate((row) => row.scrollIntoView({ block: 'end' }))
    const tops = Object.entries(await restingTops(two)).filter(([name]) => name.startsWith('News'))
    const filled = two.waitForResponse(/from=above/)
    await gap.click()
    await filled
    await expect(gap).not.toBeInViewport()
    expect(await restingTops(two)).toMatchObject(Object.fromEntries(tops))
  })

  await test.step('the other device offers to continue', async () => {
    await readUntil(two, (number) => number < 480)
    await untilStored(two, reader, ids)
    await one.evaluate(() => window.dispatchEvent(new Event('focus')))
    const offer = one.getByRole('button', { name: /^Continue at (.+, )?\d\d:\d\d/ })
    await expect(offer).toBeVisible()
    expect(await topsOf(one)).toEqual(seen)
    expect(sent()).toBe(0)
    await offer.click()
    await expect.poll(() => readPost(one)).toEqual(await readPost(two))
  })
})

test('a reader who moves while the code that records it is loaded is not missed', async ({ api, openAs }) => {
  const { reader, ids } = await makeReader(api)
  const page = await openAs(reader)
  const gate = await holdBack(page, /\/assets\/reading-/)
  const asked = page.waitForRequest(/\/assets\/reading-/)
  await page.goto('/')
  await expect(card(page, 'Post 60.')).toBeVisible()
  // Some seconds after the page has loaded.
  await asked
  await readUntil(page, (number) => number <= 48)
  await restingTops(page)
  gate.open()
  await untilStored(page, reader, ids)
})

test('a reader whose network fails while that code is loaded is followed once it is loaded', async ({
  api,
  noise,
  openAs,
}) => {
  noise.expect(/ERR_FAILED/)
  const { reader, ids } = await makeReader(api)
  const page = await openAs(reader)
  await page.route(/\/assets\/reading-/, (route) => route.abort(), { times: 1 })
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/reading-'))
  await page.goto('/')
  await expect(card(page, 'Post 60.')).toBeVisible()
  await failed
  await readUntil(page, (number) => number <= 48)
  await untilStored(page, reader, ids)
})

test(
  'after a reload the place is the same to the pixel, in both orders; a deleted post hands over to the next older one',
  PHONE_IN_LONG,
  async ({ api, openAs, noise }) => {
    noise.expect(/ERR_FAILED|NetworkError/)
    const { author, reader, ids } = await makeReader(api)
    const page = await openAs(reader)
    const shifts = await watchAllShifts(page)
    await page.goto('/')
    await expect(card(page, 'Post 60.')).toBeVisible()
    await readUntil(page, (number) => number <= 48)
    await readOn(page)
    await untilStored(page, reader, ids)
    const tops = await restingTops(page)
    await page.reload()
    await expect.poll(() => topsOf(page)).toEqual(tops)
    expect(await shifts()).toBe('0.000')
    await expect(page.getByRole('button', { name: /new posts?$/ })).toHaveCount(0)

    // Without the server, the place that was read last here counts, also after a cold start. The server learns of it later.
    await untilBeginIsKept(page)
    await page.route('/api/**', (route) => route.abort())
    await readUntil(page, (number) => number <= 44)
    await readOn(page)
    await untilKeptHere(page, ids)
    const offline = await restingTops(page)
    await page.reload()
    await expect(page.getByText(/^Saved /)).toBeAttached()
    await expect.poll(() => topsOf(page)).toEqual(offline)
    await page.unroute('/api/**')
    await page.reload()
    await expect.poll(() => topsOf(page)).toEqual(offline)
    await untilStored(page, reader, ids)

    // Its place is taken by the next older post.
    const { name } = await readPost(page)
    const older = `Post ${numberOf(name) - 1}`
    await api.deletePost({ _id: ids.get(name) ?? '', id: '', content: '', createdAt: '' }, author)
    await page.reload()
    await expect.poll(async () => (await readPost(page)).name).toBe(older)
    expect(await shifts()).toBe('0.000')

    await page.goto('/?sort=oldest')
    await expect(card(page, 'Post 1.')).toBeVisible()
    await readUntil(page, (number) => number >= 12)
    await untilStored(page, reader, ids, 'oldest')
    const oldest = await restingTops(page)
    await page.reload()
    await expect.poll(() => topsOf(page)).toEqual(oldest)
    await page.keyboard.press('ArrowUp')
    await expect(page.getByText('You were here')).toBeAttached()
    await page.goto('/')
    await expect.poll(async () => (await readPost(page)).name).toBe(older)
  },
)
