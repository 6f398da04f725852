import type { Locator } from '@playwright/test'
import { card } from '../support/posts.ts'
import { openLink, scrollTo, scrollTop } from '../support/scroll.ts'
import { expect, test } from '../support/test.ts'
import { BOTH, PHONE, PHONE_IN_LONG } from '../support/where.ts'

const POST = /\/post-detail\//
const WHITE = 'rgb(255, 255, 255)'

async function isBlue(link: Locator): Promise<boolean> {
  const color = await link.evaluate((element) => getComputedStyle(element).color)
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map(Number)
  return blue > 200 && blue > green && green > red
}

test(
  'the navigation links to every page; its active link is blue, the others white',
  BOTH,
  async ({ api, openAs, isMobile }) => {
    const member = await api.signUp()
    const page = await openAs(member)
    await page.goto('/')
    const navigation = page.getByRole('navigation', { name: 'Main' })
    const pages = {
      Home: '/',
      Explore: '/explore',
      Bookmark: '/bookmark',
      Profile: `/profile/${member.username}`,
      Notifications: '/notifications',
    }
    await expect(navigation.getByRole('link')).toHaveCount(Object.keys(pages).length)
    // A phone has it on the profile.
    await expect(navigation.getByRole('button', { name: 'Logout' })).toHaveCount(isMobile ? 0 : 1)
    for (const [name, path] of Object.entries(pages)) {
      await navigation.getByRole('link', { name }).click()
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme })
        for (const other of Object.keys(pages)) {
          const link = navigation.getByRole('link', { name: other })
          if (other === name) {
            await expect(link).toHaveAttribute('aria-current', 'page')
            await expect.poll(() => isBlue(link), `${other} is where we are`).toBe(true)
          } else await expect(link).toHaveCSS('color', WHITE)
        }
        if (!isMobile) await expect(navigation.getByRole('button', { name: 'Logout' })).toHaveCSS('color', WHITE)
      }
    }
  },
)

test('the header with logo and name links to Home', PHONE_IN_LONG, async ({ api, openAs }) => {
  const page = await openAs(await api.signUp())
  await page.goto('/bookmark')
  const brand = page.getByRole('banner').getByRole('link', { name: 'Quack' })
  await expect(brand.locator('svg')).toBeVisible()
  await brand.click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
})

test('on a phone, Logout is on the own profile', PHONE, async ({ api, openAs }) => {
  const [member, other] = [await api.signUp(), await api.signUp()]
  const page = await openAs(member)
  await page.goto(`/profile/${other.username}`)
  await expect(page.getByRole('heading', { level: 2 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Logout' })).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await page.goto('/bookmark')
  await expect(page).toHaveURL('/login')
})

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
