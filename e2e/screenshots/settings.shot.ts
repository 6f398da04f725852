import { shoot } from '../support/shoot.ts'
import { expect, logIn, test } from '../support/test.ts'

test('settings', async ({ api, openAs, page, noise }) => {
  noise.expect(/status of 422/)
  const member = await api.signUp()
  await page.goto('/login')
  await logIn(page, member)
  await expect(page).toHaveURL('/')
  const own = await openAs(member)
  await own.goto('/settings')
  await expect(own.getByRole('listitem').filter({ hasText: 'this session' })).toBeVisible()
  await shoot(own, 'settings', { fullPage: true })
  await own.getByRole('button', { name: 'Change password' }).click()
  await shoot(own, 'settings-problems', { fullPage: true })
  await own.getByRole('button', { name: 'Delete account' }).click()
  const dialog = own.getByRole('dialog', { name: 'Delete account' })
  await dialog.getByLabel('Password', { exact: true }).fill('not the password')
  await dialog.getByRole('button', { name: 'Delete for ever' }).click()
  await expect(dialog.getByText('Your current password is wrong.')).toBeVisible()
  await shoot(own, 'delete-account')
})

test('settings of the guest', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login as a Guest' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/settings')
  await expect(page.getByRole('heading', { name: 'Guest account' })).toBeVisible()
  await shoot(page, 'settings-guest')
})
