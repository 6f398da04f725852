import { expect, type Locator, type Page } from '@playwright/test'

/** Scrolls down, most of a screen at a time, until this is in its middle: long lists hold only what is near. */
export async function scrollTo(page: Page, target: Locator): Promise<void> {
  await expect(async () => {
    if (await target.isVisible()) await target.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    else await page.evaluate(() => window.scrollBy(0, window.innerHeight * 0.8))
    await expect(target).toBeInViewport({ timeout: 100 })
  }).toPass({ intervals: [20] })
}

/** How far the page is scrolled, in pixels. */
export function scrollTop(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(window.scrollY))
}
