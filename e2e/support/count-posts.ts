import type { Page } from '@playwright/test'

/** Records the number of rendered posts of a list after each change, from the start of the page. */
export async function countPosts(page: Page, list: string): Promise<() => Promise<number[]>> {
  await page.addInitScript((selector) => {
    const counts: number[] = []
    Object.assign(window, { counts })
    new MutationObserver(() => {
      const count = document.querySelectorAll(selector).length
      if (count !== (counts.at(-1) ?? 0)) counts.push(count)
    }).observe(document, { childList: true, subtree: true })
  }, `section[aria-label="${list}"] article`)
  return () => page.evaluate(() => (window as unknown as { counts: number[] }).counts)
}
