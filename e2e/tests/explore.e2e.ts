import type { Page } from '@playwright/test'
import { startOwnProduct } from '../support/own-product.ts'
import { scrollTo } from '../support/scroll.ts'
import { expect, test } from '../support/test.ts'
import { BOTH } from '../support/where.ts'

/** More than the client asks for at once. */
const POSTS = 25

/** Notes, from the page's first moment, the number in each post as it first appears: a long list holds only what is near. */
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
  // Of its own: the posts of other tests are in no order that a test could know, and nobody knows how many they are.
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
  'Who to follow suggests others, never oneself or those already followed',
  BOTH,
  async ({ api, openAs, isMobile }) => {
    const viewer = await api.signUp()
    const page = await openAs(viewer)
    await page.goto('/explore')
    const panel = page.getByRole('region', { name: 'Who to follow' })
    if (isMobile) {
      await expect(panel, 'the panel stands beside the page from 1024 px').toBeHidden()
      return
    }
    const followed = panel.getByRole('listitem').first()
    const username = await followed.getByText(/^@/).innerText()
    await followed.getByRole('button', { name: 'Follow', exact: true }).click()
    await expect(followed.getByRole('button', { name: 'Following', exact: true })).toBeVisible()
    await page.reload()
    await expect(panel.getByRole('listitem').first()).toBeVisible()
    await expect(panel.getByText(username, { exact: true })).toBeHidden()
    await expect(panel.getByText(`@${viewer.username}`)).toBeHidden()
  },
)
