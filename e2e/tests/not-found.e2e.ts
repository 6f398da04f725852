import { expect, test } from '../support/test.ts'

test('an unknown path shows the 404 page and a way home', async ({ api, openAs, noise }) => {
  noise.expect(/status of 404/)
  const page = await openAs(await api.signUp())
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'Error 404' })).toBeVisible()
  await expect(page.getByText('The page you are searching for does not exist')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()
})

test('the pages of a post and of a member that do not exist say so', async ({ api, openAs, noise }) => {
  noise.expect(/status of 404/)
  const page = await openAs(await api.signUp())
  await page.goto('/post-detail/nothing-here')
  await expect(page.getByText('There is no such post. It may have been deleted.')).toBeVisible()
  await page.goto('/profile/nobody-at-all')
  await expect(page.getByText('There is no such member.')).toBeVisible()
})
