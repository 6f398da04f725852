import { fileURLToPath } from 'node:url'
import { expect, test } from '../support/test.ts'

test('home', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login as a Guest' }).click()
  const picture = page.getByRole('article').getByRole('img').first()
  await expect(picture).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: fileURLToPath(new URL('../../docs/images/home.png', import.meta.url)) })
})
