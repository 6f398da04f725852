import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { card } from '../support/posts.ts'
import { openLink, scrollTo, scrollTop } from '../support/scroll.ts'
import { expect, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'
import { LONG, PHONE, PHONE_IN_LONG, tags } from '../support/where.ts'

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

test('the search has no accessibility violations', tags(PHONE_IN_LONG, LONG), async ({ api, openAs, photo }) => {
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
