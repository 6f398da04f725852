import { expect, type Locator, type Page } from '@playwright/test'
import { stopClock } from './clock.ts'

/** How long a toast is shown. */
const TOAST_MS = 1_500
/** A small part of that time. */
const STEP_MS = 50

/**
 * Expects an action to show a toast. The page's clock runs in small steps: on a busy machine, the toast could disappear
 * before it is checked.
 */
export async function expectToast(page: Page, text: string, act: () => Promise<unknown>): Promise<void> {
  const toast = toastOf(page, text)
  await holdToast(page, toast, act)
  await page.clock.runFor(TOAST_MS)
  await expect(toast).toHaveCount(0)
  await page.clock.resume()
}

/** Waits until an action shows a toast, or a part of one, which then stays until `page.clock.resume()`. */
export async function holdToast(page: Page, toast: Locator, act: () => Promise<unknown>): Promise<void> {
  await stopClock(page)
  const isShown = async () => {
    await page.clock.runFor(STEP_MS)
    expect(await toast.isVisible()).toBe(true)
  }
  await Promise.all([act(), expect(isShown).toPass({ intervals: [10] })])
}

export function toastOf(page: Page, text: string): Locator {
  return page.getByRole('status').getByText(text)
}
