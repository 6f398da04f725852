import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { card } from '../support/posts.ts'
import { openLink, scrollTo, scrollTop } from '../support/scroll.ts'
import { expect, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'
import { PHONE, PHONE_IN_LONG } from '../support/where.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Search' })
const filter = (page: Page, name: string) => page.getByRole('group', { name: 'Filters' }).getByRole('button', { name })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Results' }).getByRole('link', { name, exact: true })
const found = (page: Page) => page.getByRole('region', { name: 'Found posts' }).getByRole('article')
const nothing = (page: Page, what: string) => page.getByRole('main').getByText(`No ${what} found`).last()
const query = (page: Page) => new URL(page.url()).searchParams.get('q')

/** A word that no other test uses. */
const makeWord = () => `kite${randomBytes(5).toString('hex')}`

test(
  'a post is found by a word of its description, in Japanese, and among the bookmarks, and its words are marked',
  PHONE,
  async ({ api, openAs, photo }) => {
    const [viewer, other] = [await api.signUp(), await api.signUp()]
    const word = makeWord()
    const { url } = await api.upload(other, photo)
    await api.writePost(other, 'Look at this', { mediaUrl: url, type: 'image', alt: `Noise like a ${word} in the sky` })
    const kept = await api.writePost(other, `An old ${word.toUpperCase()} https://example.com/${word}`)
    await api.bookmark(kept, viewer)
    await api.writePost(other, `東京都の湖で #${word}`)
    const page = await openAs(viewer)
    await page.goto('/search')
    await field(page).fill(word)
    await field(page).press('Enter')
    await expect(page).toHaveTitle(`${word} · Search · Quack`)
    await expect(found(page)).toHaveCount(3)
    await expect(page.getByRole('status').filter({ hasText: '3 posts found' })).toBeAttached()
    await expect(card(page, 'Look at this')).toContainText(`Description: Noise like a ${word} in the sky`)
    await expect(card(page, 'Look at this').locator('mark')).toHaveText([word])
    await expect(card(page, 'An old').locator('mark')).toHaveText([word.toUpperCase(), word])

    await field(page).fill(`京都 ${word}`)
    await field(page).press('Enter')
    await expect(found(page)).toHaveCount(1)
    await expect(found(page).locator('mark')).toHaveText(['京都', word])

    await field(page).fill(word)
    await field(page).press('Enter')
    await filter(page, 'Where: Anywhere').click()
    await page.getByRole('menuitemradio', { name: 'In my bookmarks' }).click()
    await expect(field(page)).toHaveValue(`${word} in:bookmarks`)
    await expect(found(page)).toHaveCount(1)
    await expect(found(page)).toContainText('An old')
  },
)

test('filters write operators into the text and remove them, and follow what is typed', async ({ api, openAs }) => {
  const page = await openAs(await api.signUp())
  const word = makeWord()
  await page.goto(`/search?q=${word}`)
  await filter(page, 'Picture').click()
  await expect(field(page)).toHaveValue(`${word} has:picture`)
  expect(query(page)).toBe(`${word} has:picture`)
  await filter(page, 'From me').click()
  await expect(field(page)).toHaveValue(`${word} has:picture from:me`)

  // Escape closes the suggestions, which cover the filters.
  await field(page).fill(`from:ann has:video ${word}`)
  await field(page).press('Escape')
  await expect(filter(page, 'Picture')).toHaveAttribute('aria-pressed', 'false')
  await expect(filter(page, 'From me')).toHaveAttribute('aria-pressed', 'false')
  await expect(filter(page, 'Video')).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Remove from:ann' }).click()
  await expect(field(page)).toHaveValue(`has:video ${word}`)

  await filter(page, 'Dates').click()
  await page.getByRole('textbox', { name: 'Before' }).fill('2026-05-31')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(field(page)).toHaveValue(`has:video ${word} before:2026-05-31`)
  await expect(page.getByRole('button', { name: 'Remove before:2026-05-31' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Before' }).fill('')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(field(page)).toHaveValue(`has:video ${word}`)

  // What was typed and not searched for gives way to the search.
  await field(page).fill(word)
  await field(page).press('Escape')
  await expect(filter(page, 'Video')).toHaveAttribute('aria-pressed', 'false')
  await filter(page, 'Video').click()
  await expect(field(page)).toHaveValue(`${word} has:video`)
  await page.goBack()
  await expect(field(page)).toHaveValue(`has:video ${word}`)
})

test(
  'back and forward keep the search, its tab, its order and the scroll position',
  PHONE_IN_LONG,
  async ({ api, openAs }) => {
    const viewer = await api.signUp()
    const word = makeWord()
    for (let count = 1; count <= 15; count++) await api.writePost(viewer, `Number ${count}. of ${word}\n\n\n\n…`)
    const page = await openAs(viewer)
    await page.goto(`/search?q=${word}`)
    const far = card(page, 'Number 6.')
    const time = far.locator('a', { has: page.locator('time') })
    await scrollTo(page, time)
    // The scroll position at the click itself: Playwright may scroll before it.
    await page.evaluate(() => {
      const keep = () => Object.assign(window, { place: Math.round(scrollY) })
      document.addEventListener('click', keep, { capture: true })
    })
    await openLink(page, time, /post-detail/)
    const place = await page.evaluate(() => (window as unknown as { place: number }).place)
    expect(place).toBeGreaterThan(500)
    await page.goBack()
    await expect(far).toBeInViewport()
    await expect.poll(() => scrollTop(page)).toBe(place)

    // The tabs are out of view here.
    await tab(page, 'People').dispatchEvent('click')
    await expect(nothing(page, 'people')).toBeVisible()
    expect(await scrollTop(page)).toBe(0)
    await field(page).fill(viewer.username)
    await field(page).press('Enter')
    // Rendered, or the field would keep what was typed.
    await expect(page.getByRole('region', { name: 'Found people' })).toBeVisible()
    await expect(tab(page, 'People')).toHaveAttribute('aria-current', 'page')
    expect(query(page)).toBe(viewer.username)
    await page.goBack()
    await expect(nothing(page, 'people')).toBeVisible()
    await expect(field(page)).toHaveValue(word)
    await page.goBack()
    await expect(tab(page, 'Posts')).toHaveAttribute('aria-current', 'page')
    await expect.poll(() => scrollTop(page)).toBe(place)
    await page.getByRole('button', { name: 'Order: Newest first' }).click()
    await page.getByRole('menuitemradio', { name: 'Best match' }).click()
    await expect(page.getByRole('button', { name: 'Order: Best match' })).toBeVisible()
    await expect(found(page).first()).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('button', { name: 'Order: Newest first' })).toBeVisible()
    await page.goForward()
    await expect(page.getByRole('button', { name: 'Order: Best match' })).toBeVisible()
  },
)

test('a search that is wrong, finds nothing or fails says what to do', async ({ api, openAs, noise }) => {
  noise.expect(/status of (404|429).*search/)
  const viewer = await api.signUp()
  const word = makeWord()
  await api.writePost(viewer, `The only ${word}`)
  const page = await openAs(viewer)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/search/posts')) asked.push(request.url())
  })
  await page.goto(`/search?q=${word} has:sound`)
  await expect(page.getByRole('alert')).toHaveText('has: is followed by picture, video or link.')
  await expect(page.getByRole('region', { name: 'How to search' })).toBeVisible()
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'Remove has:sound' }).click()
  await expect(found(page)).toHaveCount(1)

  await field(page).fill(`${word} from:no.such.member`)
  await field(page).press('Enter')
  await expect(page.getByRole('alert')).toHaveText('There is no member with the name after from:.')
  await page.getByRole('link', { name: 'Without from:no.such.member' }).click()
  await expect(found(page)).toHaveCount(1)

  await filter(page, 'Video').click()
  await expect(nothing(page, 'posts')).toBeVisible()
  await page.getByRole('link', { name: 'Without has:video' }).click()
  await expect(found(page)).toHaveCount(1)

  await page.route(/api\/search\/posts/, (route) => route.fulfill({ status: 429 }))
  await filter(page, 'Link').click()
  await expect(page.getByText('Too many requests.')).toBeVisible()
  await page.unroute(/api\/search\/posts/)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('link', { name: 'Without has:link' })).toBeVisible()
})

test('the search has no accessibility violations', PHONE_IN_LONG, async ({ api, openAs, photo }) => {
  const viewer = await api.signUp()
  const word = makeWord()
  const { url } = await api.upload(viewer, photo)
  await api.writePost(viewer, `Words with #${word}`, { mediaUrl: url, type: 'image', alt: 'A pond' })
  const page = await openAs(viewer)
  await page.goto('/search')
  await expect(page.getByRole('region', { name: 'How to search' })).toBeVisible()
  await expectAccessible(page)
  await visit(page, `/search?q=${word} pond has:picture from:${viewer.username}`)
  await filter(page, 'Dates').click()
  await expect(found(page)).toHaveCount(1)
  await expectAccessible(page)
  await filter(page, 'Where').click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page)
  for (const search of [
    `${word} has:sound tag:`,
    `${word} has:video`,
    `${viewer.username}&tab=people`,
    `${word}&tab=tags`,
  ]) {
    await visit(page, `/search?q=${search}`)
    await expect(page.getByText(/^has: is followed|found$/).first()).toBeAttached()
    await expectAccessible(page)
  }
})
