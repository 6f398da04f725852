import type { Page } from '@playwright/test'
import { stopClock } from '../support/clock.ts'
import { startOwnProduct } from '../support/own-product.ts'
import { clickAndSave } from '../support/posts.ts'
import { scrollTo } from '../support/scroll.ts'
import { expect, test } from '../support/test.ts'
import { BOTH } from '../support/where.ts'

/** More than a page of the list. */
const POSTS = 25

/** Waits for further suggestions, which follow the first follow. Without them, nobody takes the place of who leaves. */
function furtherSuggestions(page: Page): Promise<unknown> {
  return page.waitForResponse((response) => response.url().includes('/api/suggestions'))
}

/** Records the number in each post when it first appears, because a virtual list only renders what is near. */
async function watchNumbers(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const numbers = new Set<number>()
    Object.assign(window, { numbers })
    new MutationObserver(() => {
      for (const post of document.querySelectorAll('section[aria-label="All posts"] article')) {
        const [, number] = /Number (\d+)/.exec(post.textContent) ?? []
        if (number !== undefined) numbers.add(Number(number))
      }
    }).observe(document, { childList: true, subtree: true })
  })
  return () => page.evaluate(() => [...(window as unknown as { numbers: Set<number> }).numbers])
}

test('Explore reveals all posts, newest first, to the end', async ({ openAs, playwright }) => {
  // A server of its own: the number and order of other tests' posts are unknown.
  const { address, api, stop } = await startOwnProduct(playwright)
  try {
    const author = await api.signUp()
    for (let number = 1; number <= POSTS; number++) await api.writePost(author, `Number ${number} of the pond`)
    const page = await openAs(await api.signUp(), address)
    const numbers = await watchNumbers(page)
    await page.goto(`${address}/explore`)
    const end = page.getByText('You are all caught up!')
    await expect(page.getByText(`Number ${POSTS} of the pond`)).toBeVisible()
    await expect(end).toBeHidden()
    await scrollTo(page, end)
    expect(await numbers()).toEqual(Array.from({ length: POSTS }, (_, index) => POSTS - index))
    await page.context().close()
  } finally {
    await stop()
  }
})

test(
  'Who to follow suggests neither the viewer nor members already followed',
  BOTH,
  async ({ api, openAs, isMobile }) => {
    const viewer = await api.signUp()
    const page = await openAs(viewer)
    await page.clock.install()
    await page.goto('/explore')
    const panel = page.getByRole('region', { name: 'Who to follow' })
    if (isMobile) {
      await expect(panel, 'the panel stands beside the page from 1024 px').toBeHidden()
      return
    }
    const names = panel.getByRole('listitem').getByText(/^@/)
    await expect(names).toHaveCount(5)
    const [followed = '', ...others] = await names.allInnerTexts()
    const first = panel.getByRole('listitem').first()
    // A followed member stays for some seconds. The stopped clock keeps them from passing.
    await stopClock(page)
    const further = furtherSuggestions(page)
    await clickAndSave(page, first.getByRole('button', { name: 'Follow', exact: true }), '/api/users/follow/')
    await page.clock.runFor(1_000)
    await expect(first.getByRole('button', { name: 'Following', exact: true })).toBeVisible()
    await expect(first).toContainText(followed)
    await further
    await page.clock.resume()
    await expect(first, 'another takes the place of who was followed').not.toContainText(followed)
    await expect(names).toHaveCount(5)
    expect((await names.allInnerTexts()).slice(1), 'the others stay where they are').toEqual(others)

    await page.reload()
    await expect(names).toHaveCount(5)
    await expect(panel.getByText(followed, { exact: true })).toBeHidden()
    await expect(panel.getByText(`@${viewer.username}`)).toBeHidden()
  },
)

test('a follow that is undone immediately leaves the suggestion in its row', async ({ api, openAs }) => {
  const page = await openAs(await api.signUp())
  await page.clock.install()
  await page.goto('/explore')
  const first = page.getByRole('region', { name: 'Who to follow' }).getByRole('listitem').first()
  const text = await first.getByText(/^@/).innerText()
  await stopClock(page)
  await clickAndSave(page, first.getByRole('button', { name: 'Follow', exact: true }), '/api/users/follow/')
  await page.clock.runFor(1_000)
  await clickAndSave(page, first.getByRole('button', { name: 'Following', exact: true }), '/api/users/unfollow/')
  await page.clock.runFor(60_000)
  await expect(first).toContainText(text)
  await expect(first.getByRole('button', { name: 'Follow', exact: true })).toBeVisible()
})

test('after a follow by keyboard, the focus is in the row that replaces the suggestion', async ({ api, openAs }) => {
  const page = await openAs(await api.signUp())
  await page.clock.install()
  await page.goto('/explore')
  const panel = page.getByRole('region', { name: 'Who to follow' })
  const [first, second] = [panel.getByRole('listitem').first(), panel.getByRole('listitem').nth(1)]
  const text = await first.getByText(/^@/).innerText()
  const follow = first.getByRole('button', { name: 'Follow', exact: true })
  const further = furtherSuggestions(page)
  await follow.focus()
  await page.keyboard.press('Enter')
  await further
  await expect(first).not.toContainText(text)
  await expect(first.getByRole('link')).toBeFocused()
  await expect(first.getByRole('button', { name: 'Follow', exact: true })).toBeVisible()

  const next = await first.getByText(/^@/).innerText()
  await stopClock(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.clock.resume()
  await expect(first).not.toContainText(next)
  await expect(second.getByRole('link'), 'the focus is not moved after the user has moved it').toBeFocused()
  await expect(panel.getByRole('status')).toHaveText(/^New suggestion: ./)
})
