import { expect, type Locator, type Page } from '@playwright/test'

/** More tab stops than any screen has. */
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

/** Tabs to a field and types into it. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

/** Describes what covers the focused control at its centre or near its upper or lower edge. Empty if nothing does. */
export function findCover(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return ''
    const { left, top, width, height } = focused.getBoundingClientRect()
    for (const y of [top + 1, top + height / 2, top + height - 1]) {
      const hit = document.elementFromPoint(left + width / 2, y)
      if (hit && (focused.contains(hit) || hit.contains(focused))) continue
      return `${focused.outerHTML.slice(0, 120)} at ${Math.round(y)} is under ${hit?.outerHTML.slice(0, 80) ?? 'the edge'}`
    }
    return ''
  })
}
