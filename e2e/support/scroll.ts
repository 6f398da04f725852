import { expect, type Locator, type Page } from '@playwright/test'

/** A list has this many looks at its end to grow, before the search begins again at the top. */
const LOOKS_AT_END = 20

/** Scrolls down, most of a screen at a time, until this is in its middle: long lists hold only what is near. */
export async function scrollTo(page: Page, target: Locator): Promise<void> {
  let looksAtEnd = 0
  await expect(async () => {
    if (!(await target.isVisible())) {
      if (await stepDown(page)) looksAtEnd = 0
      else if (++looksAtEnd === LOOKS_AT_END) {
        // A busy browser may have shown it too late, after a step beyond it.
        looksAtEnd = 0
        await page.evaluate(() => window.scrollTo(0, 0))
      }
    }
    // Not `evaluate`, which would wait for one that the list has dropped meanwhile.
    const found = await target.evaluateAll((elements) => {
      elements[0]?.scrollIntoView({ block: 'center' })
      return elements.length > 0
    })
    expect(found).toBe(true)
    await expect(target).toBeInViewport({ timeout: 100 })
  }).toPass({ intervals: [20] })
}

/** Scrolls on and waits until what is there now has been drawn. False when it was at the end. */
function stepDown(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const before = window.scrollY
    window.scrollBy(0, window.innerHeight * 0.8)
    for (let frames = 0; frames < 2; frames++) await new Promise((resolve) => requestAnimationFrame(resolve))
    return window.scrollY !== before
  })
}

/** How far the page is scrolled, in pixels. */
export function scrollTop(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(window.scrollY))
}
