import type { Locator, Page } from '@playwright/test'

/** The card of the post with this text. */
export function card(page: Page, text: string): Locator {
  return page.getByRole('article').filter({ hasText: text })
}

/** Picks a file for a post, through the file dialog that the button opens. */
export async function attach(
  page: Page,
  file: string | { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add a picture or video' }).click()
  await (await chooser).setFiles(file)
}

/** Clicks, and waits for the server's answer to what that set off: what is shown at once is not yet kept. */
export async function clickAndSave(page: Page, button: Locator, path: string): Promise<void> {
  const answer = page.waitForResponse(
    (response) => response.url().includes(path) && response.request().method() !== 'GET',
  )
  await button.click()
  await answer
}
