import { expect, type FileChooser, type Locator, type Page } from '@playwright/test'
import { patient } from '@quack/testing/patience'

/** The card of the post with this text. */
export function card(page: Page, text: string): Locator {
  return page.getByRole('article').filter({ hasText: text })
}

type PickedFile = Exclude<Parameters<FileChooser['setFiles']>[0], readonly string[]>

/** Picks a file for a post, or several, through the button's file dialog. */
export async function attach(page: Page, file: PickedFile): Promise<void> {
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

/**
 * Writes a post while the server cannot be reached. A click is lost if the button moves below it, or is disabled,
 * because the state of an upload or of the connection has changed. Then it is clicked again, as a person would.
 */
export async function postOffline(page: Page, text: string): Promise<void> {
  const form = page.getByRole('form', { name: 'New post' })
  const field = form.getByRole('textbox', { name: 'New post' })
  await field.fill(text)
  await expect(async () => {
    if ((await field.inputValue()) !== '') {
      await form.getByRole('button', { name: 'Post', exact: true }).click({ timeout: patient(5_000) })
    }
    await expect(field).toHaveValue('', { timeout: patient(5_000) })
  }).toPass()
}

/**
 * Chooses an entry of the menu of a post or comment. A click is lost if the card moves between pressing and releasing
 * the button. Then it is clicked again, as a person would.
 */
export async function choose(page: Page, item: Locator, entry: string): Promise<void> {
  const choice = page.getByRole('menuitem', { name: entry })
  await expect(async () => {
    if (!(await choice.isVisible())) await item.getByRole('button', { name: /(Post|Comment) options/ }).click()
    await choice.click({ timeout: patient(5_000) })
  }).toPass()
}
