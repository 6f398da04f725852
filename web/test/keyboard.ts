import { expect } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'

/** More tab stops than any screen has. */
const MOST_STOPS = 80

/** Presses Tab until the control has the focus. */
export async function tabTo(control: Locator): Promise<void> {
  await expect.element(control).toBeVisible()
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if (control.query() === document.activeElement) return
    await userEvent.keyboard('{Tab}')
  }
  throw new Error(`Tab never reaches ${control.selector}`)
}

/** Tabs to a control and presses Enter on it. */
export async function pressOn(control: Locator): Promise<void> {
  await tabTo(control)
  await userEvent.keyboard('{Enter}')
}
