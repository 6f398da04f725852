import type { Page } from '@playwright/test'
import { makePerson } from '../support/api.ts'
import { expect, logIn, test } from '../support/test.ts'

const DAY = 24 * 60 * 60

function stored(page: Page): Promise<{ token: string | null; username: string | null }> {
  return page.evaluate(() => ({ token: localStorage.getItem('token'), username: localStorage.getItem('username') }))
}

/** The lifetime of a token, in seconds. */
function lifeOf(token: string | null): number {
  const [, payload = ''] = (token ?? '').split('.')
  const { iat, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { iat: number; exp: number }
  return exp - iat
}

test('after a session has ended, the login says so and returns to the same page', async ({ api, openAs, noise }) => {
  noise.expect(/status of 401/, /The token is invalid\./)
  const member = await api.signUp(makePerson('Eve'))
  const page = await openAs(member)
  // All that the page reads: one that is read after the session has ended would lead to the login before the click.
  const reads = [/\/api\/posts\/user\//, /\/api\/suggestions/].map((address) => page.waitForResponse(address))
  await page.goto(`/profile/${member.username}`)
  await expect(page.getByRole('region', { name: 'Eve Mallard', exact: true })).toBeVisible()
  await Promise.all(reads)
  await api.logOut(member)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Bookmark' }).click()
  await expect(page.getByRole('alert')).toHaveText('Your session has ended. Please log in again.')
  await expect(page).toHaveURL('/login')
  expect(await stored(page)).toEqual({ token: null, username: null })
  await logIn(page, member)
  await expect(page).toHaveURL('/bookmark')
  await expect(page.getByText('You have not added any Bookmarks!')).toBeVisible()
})

test('a session lasts one day, with the checkbox 30 days; after a logout, the next login starts at Home', async ({
  page,
  api,
}) => {
  const [first, second] = [await api.signUp(), await api.signUp(makePerson('Sue'))]
  await page.goto('/bookmark')
  await logIn(page, first)
  await expect(page).toHaveURL('/bookmark')
  const { token, username } = await stored(page)
  expect(username).toBe(first.username)
  expect(lifeOf(token)).toBe(DAY)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  expect(await stored(page)).toEqual({ token: null, username: null })
  await page.getByRole('checkbox', { name: 'Always keep me signed in?' }).check()
  await logIn(page, second)
  await expect(page).toHaveURL('/')
  expect(lifeOf((await stored(page)).token)).toBe(30 * DAY)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('region', { name: 'Sue Mallard', exact: true })).toBeVisible()
})
