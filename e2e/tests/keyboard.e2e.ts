import { moveToLast, pressOn, tabTo } from '../support/keyboard.ts'
import { card } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'
import { LONG } from '../support/where.ts'

test('a feed is read, liked and answered by keys alone, whose code is loaded with the first of them', async ({
  api,
  openAs,
}) => {
  const [reader, author] = [await api.signUp(), await api.signUp()]
  await api.follow(author, reader)
  const COUNT = 30
  for (let number = 1; number <= COUNT; number++) await api.writePost(author, `Post ${number}.`)
  const page = await openAs(reader)
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname))
  const ofKeys = () => scripts.filter((path) => /^\/assets\/keys-/.test(path))
  await page.goto('/')
  await expect(card(page, `Post ${COUNT}.`)).toBeVisible()
  expect(ofKeys()).toEqual([])
  const focused = page.locator('article:focus')
  for (let number = COUNT; number >= 1; number--) {
    await page.keyboard.press('j')
    await expect(focused).toContainText(`Post ${number}.`)
    await expect(focused).toBeInViewport()
  }
  expect(ofKeys()).toHaveLength(1)
  await page.keyboard.press('l')
  await expect(focused.getByRole('button', { name: 'Like', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('r')
  await expect(page.getByRole('textbox', { name: 'Your reply' })).toBeFocused()
  await page.keyboard.type('Read to the end, j')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('article').getByText('Read to the end, j')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('o')
  await expect(page.getByRole('heading', { name: 'Post', exact: true })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(page.getByRole('heading', { name: 'Home', exact: true })).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
})

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
