import { expect, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'
import { LONG } from '../support/where.ts'

test('the shared guest account is told that its settings stay as they are', LONG, async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login as a Guest' }).click()
  await expect(page).toHaveURL('/')
  await visit(page, '/settings/notifications')
  await expect(page.getByText('so its settings stay as they are')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Likes in the list' })).toBeDisabled()
  await expect(page.getByRole('switch', { name: 'Quiet hours' })).toBeDisabled()
})
