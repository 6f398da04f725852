import type { Page } from '@playwright/test'

/** How far ahead a page's clock is stopped. A slow machine must not pass that time before the call arrives. */
const AHEAD_MS = 60_000

/**
 * Stops the page's clock one minute ahead. `page.clock.runFor` advances it. Timers set before the clock was installed
 * are not affected: if they matter, install it before loading the page.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + AHEAD_MS)
}
