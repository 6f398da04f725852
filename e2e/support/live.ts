import type { Page } from '@playwright/test'

/**
 * Resolves when the page, which is about to load, hears of changes. Its request alone does not say so: a change before
 * the server has answered it may be in no event.
 */
export async function untilLive(page: Page): Promise<void> {
  await page.waitForResponse((response) => response.url().includes('/api/events'))
}
