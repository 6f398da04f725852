import { expect, type Page } from '@playwright/test'

/**
 * Opens a page of Quack, without loading the client again if it is loaded: as a link there would. A load costs more
 * than most checks of a page, and these can be of the client's data, so what was changed meanwhile needs `goto`.
 */
export async function visit(page: Page, address: string): Promise<void> {
  if (page.url() === 'about:blank') return void (await page.goto(address))
  const before = await titleOf(page)
  await page.evaluate((to) => {
    history.pushState({ idx: history.state.idx + 1, key: to }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, address)
  // Each page has another title, and shows it together with its content.
  await expect.poll(() => titleOf(page)).not.toBe(before)
}

/** Without the number of what is unread. */
async function titleOf(page: Page): Promise<string> {
  return (await page.title()).replace(/^\(.*?\) /, '')
}
