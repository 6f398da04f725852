import { expect, type Locator, type Page } from '@playwright/test'

/** How often to check whether a list has grown at its end, before searching again from the top. */
const LOOKS_AT_END = 20

/** Scrolls down by most of a screen at a time until the target is centred: virtual lists only render what is near. */
export async function scrollTo(page: Page, target: Locator): Promise<void> {
  let looksAtEnd = 0
  await expect(async () => {
    if (!(await target.isVisible())) {
      if (await stepDown(page)) looksAtEnd = 0
      else if (++looksAtEnd === LOOKS_AT_END) {
        // A busy browser may have rendered the target only after a step beyond it.
        looksAtEnd = 0
        await page.evaluate(() => window.scrollTo(0, 0))
      }
    }
    // Not `evaluate`: it would wait for an element that the list has removed meanwhile.
    const found = await target.evaluateAll((elements) => {
      elements[0]?.scrollIntoView({ block: 'center' })
      return elements.length > 0
    })
    expect(found).toBe(true)
    await expect(target).toBeInViewport({ timeout: 100 })
  }).toPass({ intervals: [20] })
}

/**
 * Clicks a link in a virtual list. While rows are still being measured, the link may move between the press and the
 * release of the mouse. That is no click, so it is repeated.
 */
export async function openLink(page: Page, link: Locator, address: RegExp): Promise<void> {
  await expect(async () => {
    if (!address.test(page.url())) await link.click({ timeout: 2_000 })
    await expect(page).toHaveURL(address, { timeout: 2_000 })
  }).toPass()
}

/** Scrolls by one step and waits for the next frames. Returns false at the end of the page. */
function stepDown(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const before = window.scrollY
    window.scrollBy(0, window.innerHeight * 0.8)
    for (let frames = 0; frames < 2; frames++) await new Promise((resolve) => requestAnimationFrame(resolve))
    return window.scrollY !== before
  })
}

/** The scroll position in pixels. */
export function scrollTop(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(window.scrollY))
}
