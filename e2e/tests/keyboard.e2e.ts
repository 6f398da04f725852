import { moveToLast, pressOn, tabTo } from '../support/keyboard.ts'
import { card } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'
import { LONG } from '../support/where.ts'

test('logging in, writing, liking and deleting work by keyboard alone', LONG, async ({ page, api }) => {
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
  await moveToLast(page, deleteItem)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  // Until the dialog has taken the focus, it could take it from the button that Tab has reached.
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await pressOn(page, dialog.getByRole('button', { name: 'Delete', exact: true }))
  await expect(post).toBeHidden()
})
