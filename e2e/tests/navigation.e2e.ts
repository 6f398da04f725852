import { card } from '../support/posts.ts'
import { openLink, scrollTo, scrollTop } from '../support/scroll.ts'
import { expect, test } from '../support/test.ts'
import { PHONE } from '../support/where.ts'

const POST = /\/post-detail\//

test('a new path starts at the top, and going back restores the scroll position', PHONE, async ({ api, openAs }) => {
  const member = await api.signUp()
  for (let number = 10; number < 36; number++) await api.writePost(member, `Number ${number}\n\n\nof many`)
  const page = await openAs(member)
  await page.goto('/')
  // On the second page of the list, so that the position exists only if the list keeps its length.
  const far = card(page, 'Number 15')
  const time = far.locator('a', { has: page.locator('time') })
  await scrollTo(page, time)
  // The scroll position at the click itself: Playwright may scroll before it.
  await page.evaluate(() => {
    const keep = () => Object.assign(window, { place: Math.round(scrollY) })
    document.addEventListener('click', keep, { capture: true })
  })
  await openLink(page, time, POST)
  const place = await page.evaluate(() => (window as unknown as { place: number }).place)
  expect(place).toBeGreaterThan(1_000)
  await expect(page.getByRole('article')).toHaveCount(1)
  expect(await scrollTop(page)).toBe(0)

  await page.goBack()
  await expect(far).toBeInViewport()
  await expect.poll(() => scrollTop(page)).toBe(place)

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL(`/profile/${member.username}`)
  await expect(card(page, 'Number 35')).toBeInViewport()
  expect(await scrollTop(page)).toBe(0)
})

test('going back to Explore restores the revealed posts and the scroll position', async ({ api, openAs }) => {
  const member = await api.signUp()
  for (let number = 0; number < 6; number++) await api.writePost(member, `Step ${number}\n\n\n\nof ${member.username}`)
  const page = await openAs(member)
  await page.goto('/explore')
  const old = card(page, `of ${member.username}`).filter({ hasText: 'Step 1' })
  const time = old.locator('a', { has: page.locator('time') })
  await scrollTo(page, time)
  await openLink(page, time, POST)
  await page.goBack()
  await expect(old).toBeInViewport()
})
