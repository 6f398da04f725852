import type { Locator, Page } from '@playwright/test'
import { card } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'

/** More stops than any of our screens has. */
const MOST_STOPS = 80

/** Presses Tab until this control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reaches ${control}`)
}

test('logging in, writing, liking and deleting work by keyboard alone', async ({ page, api }) => {
  const member = await api.signUp()
  await page.goto('/login')
  await tabTo(page, page.getByLabel('Username'))
  await page.keyboard.type(member.username)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(member.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')

  const form = page.getByRole('form', { name: 'New post' })
  await tabTo(page, form.getByRole('textbox'))
  await page.keyboard.type('Without a mouse')
  await tabTo(page, form.getByRole('button', { name: 'Post', exact: true }))
  await page.keyboard.press('Enter')
  const post = card(page, 'Without a mouse')
  const heart = post.getByRole('button', { name: 'Like', exact: true })
  await tabTo(page, heart)
  await page.keyboard.press('Space')
  await expect(heart).toHaveAttribute('aria-pressed', 'true')

  await tabTo(page, post.getByRole('button', { name: 'Post options' }))
  await page.keyboard.press('Enter')
  const deleteItem = page.getByRole('menuitem', { name: 'Delete Post' })
  await expect(deleteItem).toBeVisible()
  await page.keyboard.press('End')
  await expect(deleteItem).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }))
  await page.keyboard.press('Enter')
  await expect(post).toBeHidden()
})

test('a dialog holds the focus, and gives it back', async ({ api, openAs }) => {
  const page = await openAs(await api.signUp())
  await page.goto('/')
  const button = page.getByRole('button', { name: 'New Post' })
  await tabTo(page, button)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New Post' })
  await expect(dialog.getByRole('textbox')).toBeFocused()
  for (let stop = 0; stop < 10; stop++) {
    await page.keyboard.press('Tab')
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
})
