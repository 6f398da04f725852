import type { Page } from '@playwright/test'

/** How far a page's clock may jump when it is stopped. A slow machine must not get there before the call does. */
const AHEAD_MS = 60_000

/**
 * Stops the page's clock, a minute from now: `page.clock.runFor` moves it on. Timers that were set before the clock was
 * installed run as they did: install it before the page is loaded where they matter.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + AHEAD_MS)
}
