import { expect } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'

/** More tab stops than a test has to pass. */
const MOST_STOPS = 80

/** Presses Tab until the control has the focus. */
export async function tabTo(control: Locator): Promise<void> {
  await expect.element(control).toBeVisible()
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if (control.query() === document.activeElement) return
    await userEvent.tab()
  }
  throw new Error(`Tab never reaches ${control.selector}`)
}

/** Tabs to a control and presses a key on it. */
export async function pressOn(control: Locator, key = '{Enter}'): Promise<void> {
  await tabTo(control)
  await userEvent.keyboard(key)
}

/** Tabs to a field and types into it. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await tabTo(field)
  await userEvent.keyboard(text)
}

/** Closes a dialog or menu that was just opened by Escape: it takes keys for certain once the focus is in it. */
export async function escapeFrom(popup: Locator): Promise<void> {
  await expect.poll(() => popup.query()?.contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.element(popup).not.toBeInTheDocument()
}

/** Describes what covers the focused control at its centre or near its upper or lower edge. Empty if nothing does. */
export function findCover(): string {
  const focused = document.activeElement
  if (!focused || focused === document.body) return ''
  const { left, top, width, height } = focused.getBoundingClientRect()
  for (const y of [top + 1, top + height / 2, top + height - 1]) {
    const hit = document.elementFromPoint(left + width / 2, y)
    if (hit && (focused.contains(hit) || hit.contains(focused))) continue
    return `${focused.outerHTML.slice(0, 120)} at ${Math.round(y)} is under ${hit?.outerHTML.slice(0, 80) ?? 'the edge'}`
  }
  return ''
}
