import { expect, type Locator, type Page } from '@playwright/test'

/** More tab stops than a test has to pass. */
const MOST_STOPS = 80

/** Presses Tab until the control has the focus. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reaches ${control}`)
}

/** Tabs to a control and presses a key on it. */
export async function pressOn(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press(key)
}

/** Moves to the last item of a menu that was just opened: it takes keys only a moment after it is visible. */
export async function moveToLast(page: Page, item: Locator): Promise<void> {
  await expect(item).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(item).toBeFocused({ timeout: 1_000 })
  }).toPass()
}

/** Closes a dialog or menu that was just opened by Escape: it takes keys for certain once the focus is in it. */
export async function escapeFrom(page: Page, popup: Locator): Promise<void> {
  await expect.poll(() => popup.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(popup).toBeHidden()
}
