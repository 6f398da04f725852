import type { Locator, Page } from '@playwright/test'

/** The card of the post with this text. */
export function card(page: Page, text: string): Locator {
  return page.getByRole('article').filter({ hasText: text })
}

/** Picks a file for a post through the button's file dialog. */
export async function attach(
  page: Page,
  file: string | { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add a picture or video' }).click()
  await (await chooser).setFiles(file)
}

/** Clicks and waits for the response to the write: an optimistic update is not saved yet. */
export async function clickAndSave(page: Page, button: Locator, path: string): Promise<void> {
  const answer = page.waitForResponse(
    (response) => response.url().includes(path) && response.request().method() !== 'GET',
  )
  await button.click()
  await answer
}
