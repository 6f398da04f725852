import { expect, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'
import { PHONE } from '../support/where.ts'

test(
  'the shared guest account offers neither a new password nor deletion nor lists of blocks and mutes; the theme stays',
  PHONE,
  async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('button', { name: 'Login as a Guest' }).click()
    await expect(page).toHaveURL('/')
    await visit(page, '/settings')
    await expect(page.getByRole('heading', { name: 'Guest account' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Download everything' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Password' })).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Safety' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Delete account' })).toBeHidden()
    await page.getByRole('radio', { name: 'Light' }).check()
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked()
    await visit(page, '/settings/security')
    await expect(page.getByText('nobody can change how it signs in')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Password' })).toBeHidden()
  },
)
