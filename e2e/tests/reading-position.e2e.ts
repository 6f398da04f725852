import type { Page } from '@playwright/test'
import type { Api, Member } from '../support/api.ts'
import { makePerson } from '../support/api.ts'
import { readRows, untilKept } from '../support/device.ts'
import { holdBack } from '../support/gate.ts'
import { card } from '../support/posts.ts'
import { positionOf, readPost, readUntil, type Tops, topsOf, untilStored, watchAllShifts } from '../support/reading.ts'
import { scrollTo } from '../support/scroll.ts'
import { expect, test } from '../support/test.ts'
import { LONG, PHONE_IN_LONG } from '../support/where.ts'

/** Ids by name. The lengths differ, and so do the heights. */
async function write(api: Api, author: Member, name: string, count: number, ids = new Map<string, string>()) {
  // One after the other: the tests tell posts apart by their numbers.
  for (let number = 1; number <= count; number++) {
    const post = await api.writePost(author, `${name} ${number}. ${'Ducks on the pond. '.repeat(number % 11)}`)
    ids.set(`${name} ${number}`, post._id)
  }
  return ids
}

/** A reader of so many posts. Home shows 20 of them at first, and opens where they have stopped. */
async function makeReader(api: Api, count: number) {
  const [author, reader] = [await api.signUp(makePerson('Ada')), await api.signUp(makePerson('Vic'))]
  await api.follow(author, reader)
  await api.resumeHome(reader)
  return { author, reader, ids: await write(api, author, 'Post', count) }
}

/** Home loads so many posts at a time. */
const PAGE = 20
/** What there is at first, and what is written meanwhile: more than two pages. */
const OLD = 45
const NEW = 50

const numberOf = (name: string) => Number(name.replace(/\D/g, ''))

/**
 * The posts in the window, once nothing moves any more: so many frames in a row show the same, and no picture is
 * missing. Rows are measured, and a key scrolls, from frame to frame, however long these take.
 */
async function restingTops(page: Page): Promise<Tops> {
  await page.evaluate(async () => {
    const look = () => [...document.querySelectorAll('article')].map((post) => post.getBoundingClientRect().top).join()
    let last = ''
    for (let same = 0; same < 20; ) {
      await new Promise(requestAnimationFrame)
      const isComplete = [...document.images].every((image) => image.complete || image.loading === 'lazy')
      const now = isComplete ? look() : ''
      same = now === last && now !== '' ? same + 1 : 0
      last = now
    }
  })
  return topsOf(page)
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
    const kept = await page.evaluate(() => {
      const name = Object.keys(localStorage).find((each) => each.startsWith('position:') && each.endsWith(':latest'))
      return name === undefined ? null : localStorage.getItem(name)
    })
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

test(
  'two devices: what one has read, the other continues, with many new posts above',
  LONG,
  async ({ api, openAs }) => {
    const { author, reader, ids } = await makeReader(api, OLD)
    const one = await openAs(reader)
    await one.goto('/')
    await expect(card(one, `Post ${OLD}.`)).toBeVisible()
    // On the second page.
    await readUntil(one, (number) => number <= OLD - PAGE - 5)
    await untilStored(one, reader, ids)
    const read = await readPost(one)
    const seen = await restingTops(one)

    // An idle tab: nothing moves, and nothing is sent.
    const sent = countPositions(one)
    await write(api, author, 'News', NEW, ids)
    const pill = (page: Page) => page.getByRole('button', { name: /new posts?$/ })
    await expect(pill(one)).toHaveText(`${NEW} new posts`)
    expect(await topsOf(one)).toEqual(seen)
    const stored = await positionOf(one, reader)

    const two = await openAs({ ...reader, token: await api.signInAgain(reader) })
    const shifts = await watchAllShifts(two)
    await two.goto('/')
    await expect(card(two, `${read.name}.`)).toBeVisible()
    await expect.poll(() => readPost(two)).toEqual(read)
    expect(await shifts()).toBe('0.000')
    await expect(pill(two)).toHaveText(`${NEW} new posts`)
    await expect(two.getByRole('button', { name: /newer posts$/ })).toBeVisible()

    const press = (key: string, isThere: () => Promise<void>) =>
      expect(async () => {
        await two.keyboard.press(key)
        await isThere()
      }).toPass()
    await test.step('the newest posts by key, and the way back', async () => {
      await press('.', () => expect.poll(async () => (await readPost(two)).name, { timeout: 2_000 }).toMatch(/^News/))
      await expect(pill(two)).toHaveCount(0)
      await press('c', () => expect.poll(() => readPost(two), { timeout: 2_000 }).toEqual(read))
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
      await restingTops(two)
      await expect.poll(() => topsOf(two)).toMatchObject(before)
      await expect(two.getByText('You were here')).toBeAttached()
    })

    await test.step('the gap fills downward', async () => {
      await two.evaluate(() => window.scrollTo(0, 0))
      const gap = two.getByRole('button', { name: /in between$/ })
      await scrollTo(two, gap)
      // Without the newest page, and the page that was loaded above the position.
      await expect(gap).toHaveText(`${NEW + OLD - numberOf(read.name) - 2 * PAGE} posts in between`)
      await gap.evaluate((row) => row.scrollIntoView({ block: 'end' }))
      const tops = Object.entries(await restingTops(two)).filter(([name]) => name.startsWith('News'))
      const filled = two.waitForResponse(/from=above/)
      await gap.click()
      await filled
      await expect(gap).not.toBeInViewport()
      await restingTops(two)
      await expect.poll(() => topsOf(two)).toMatchObject(Object.fromEntries(tops))
    })

    await test.step('the other device offers to continue', async () => {
      await readUntil(two, (number) => number <= NEW - PAGE - 5)
      await untilStored(two, reader, ids)
      await one.evaluate(() => window.dispatchEvent(new Event('focus')))
      const offer = one.getByRole('button', { name: /^Continue at (.+, )?\d\d:\d\d/ })
      await expect(offer).toBeVisible()
      expect(await topsOf(one)).toEqual(seen)
      expect(sent()).toBe(0)
      await offer.click()
      await expect.poll(() => readPost(one)).toEqual(await readPost(two))
    })
  },
)

test('a reader who moves while the code that records it is loaded is not missed', LONG, async ({ api, openAs }) => {
  const { reader, ids } = await makeReader(api, 20)
  const page = await openAs(reader)
  const gate = await holdBack(page, /\/assets\/reading-/)
  const asked = page.waitForRequest(/\/assets\/reading-/)
  await page.goto('/')
  await expect(card(page, 'Post 20.')).toBeVisible()
  // Some seconds after the page has loaded.
  await asked
  await readUntil(page, (number) => number <= 12)
  await restingTops(page)
  gate.open()
  await untilStored(page, reader, ids)
})

test(
  'a reader whose network fails while that code is loaded is followed once it is loaded',
  LONG,
  async ({ api, noise, openAs }) => {
    noise.expect(/ERR_FAILED/)
    const { reader, ids } = await makeReader(api, 20)
    const page = await openAs(reader)
    await page.route(/\/assets\/reading-/, (route) => route.abort(), { times: 1 })
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/reading-'))
    await page.goto('/')
    await expect(card(page, 'Post 20.')).toBeVisible()
    await failed
    await readUntil(page, (number) => number <= 12)
    await untilStored(page, reader, ids)
  },
)

test(
  'after a reload the place is the same to the pixel, in both orders; a deleted post hands over to the next older one',
  PHONE_IN_LONG,
  async ({ api, openAs, noise }) => {
    noise.expect(/ERR_FAILED|NetworkError/)
    const { author, reader, ids } = await makeReader(api, 25)
    await api.resumeHome(reader, false)
    const page = await openAs(reader)
    const shifts = await watchAllShifts(page)
    await page.goto('/')
    await expect(card(page, 'Post 25.')).toBeVisible()
    await readUntil(page, (number) => number <= 17)
    await readOn(page)
    await untilStored(page, reader, ids)
    const tops = await restingTops(page)
    // Home opens with the newest post, and one line leads to the place.
    await page.reload()
    await expect(card(page, 'Post 25.')).toBeInViewport()
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await page.getByRole('button', { name: /^Continue where you stopped/ }).click()
    await expect.poll(() => topsOf(page)).toEqual(tops)
    // Or it opens there at once.
    await api.resumeHome(reader)
    await page.reload()
    await expect.poll(() => topsOf(page)).toEqual(tops)
    expect(await shifts()).toBe('0.000')
    await expect(page.getByRole('button', { name: /new posts?$/ })).toHaveCount(0)

    // Without the server, the place that was read last here counts, also after a cold start. The server learns of it
    // later.
    await untilBeginIsKept(page)
    await page.route('/api/**', (route) => route.abort())
    await readUntil(page, (number) => number <= 14)
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
    await readUntil(page, (number) => number >= 8)
    await untilStored(page, reader, ids, 'oldest')
    const oldest = await restingTops(page)
    await page.reload()
    await expect.poll(() => topsOf(page)).toEqual(oldest)
    await page.keyboard.press('ArrowUp')
    await expect(page.getByText('You were here')).toBeAttached()
    await page.goto('/')
    await expect.poll(async () => (await readPost(page)).name).toBe(older)

    // A place within what is closed now, such as the comments of a post, is still that post.
    const headers = { authorization: reader.token }
    const data = { sort: 'latest', postId: ids.get('Post 12'), offset: 5_000, newestId: ids.get('Post 25'), age: 0 }
    expect((await page.request.post('/api/feed/position', { headers, data })).status()).toBe(200)
    await page.reload()
    await expect.poll(async () => (await readPost(page)).name).toBe('Post 12')
    await api.resumeHome(reader, false)
    await page.reload()
    await page.getByRole('button', { name: /^Continue where you stopped/ }).click()
    await expect.poll(async () => (await readPost(page)).name).toBe('Post 12')
  },
)
