import { expect, type Locator, type Page } from '@playwright/test'
import { stopClock } from './clock.ts'

/** How long a toast shows. */
const TOAST_MS = 1_500
/** A small part of what a toast lives. */
const STEP_MS = 50

/**
 * Does what a toast answers. The page's clock runs in small steps meanwhile: on a busy machine, the toast could be gone
 * before anyone has looked.
 */
export async function expectToast(page: Page, text: string, act: () => Promise<unknown>): Promise<void> {
  const toast = toastOf(page, text)
  await stopClock(page)
  const isShown = async () => {
    await page.clock.runFor(STEP_MS)
    expect(await toast.isVisible()).toBe(true)
  }
  await Promise.all([act(), expect(isShown).toPass({ intervals: [10] })])
  await page.clock.runFor(TOAST_MS)
  await expect(toast).toHaveCount(0)
  await page.clock.resume()
}

export function toastOf(page: Page, text: string): Locator {
  return page.getByRole('status').getByText(text)
}
