import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { settle } from '../support/shoot.ts'
import { expect, test } from '../support/test.ts'

/** Takes a picture for the README. */
async function keep(page: Page, name: string): Promise<void> {
  await settle(page)
  const path = fileURLToPath(new URL(`../../docs/images/${name}.webp`, import.meta.url))
  await sharp(await page.screenshot({ animations: 'disabled' }))
    .webp({ quality: 82, effort: 6 })
    .toFile(path)
}

async function openAsGuest(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login as a Guest' }).click()
  await expect(page.getByRole('article').getByRole('img').first()).toBeVisible()
}

test('home', async ({ page }) => {
  await openAsGuest(page)
  await keep(page, 'home')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true })

  test('home and Explore', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await openAsGuest(page)
    await keep(page, 'phone-home')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto('/explore')
    await expect(page.getByRole('article').first()).toBeVisible()
    await keep(page, 'phone-explore')
  })
})
