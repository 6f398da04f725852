import { card, clickAndSave } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'
import { PHONE } from '../support/where.ts'

test('a draft survives a reload, and the emoji are appended to it', PHONE, async ({ api, openAs }) => {
  const page = await openAs(await api.signUp())
  await page.goto('/')
  const text = page.getByRole('textbox', { name: 'New post' })
  await text.fill('Half a thought ')
  await page.reload()
  await expect(text).toHaveValue('Half a thought ')

  await page.getByRole('button', { name: 'Add emoji' }).click()
  const emoji = page.getByRole('dialog', { name: 'Emoji' }).getByRole('button')
  await expect(emoji).toHaveCount(23)
  await emoji.getByText('🦆').click()
  await emoji.getByText('🔥').click()
  await expect(text).toHaveValue('Half a thought 🦆🔥')
})

test('New Post opens a dialog that closes, and is empty, after the post was sent', PHONE, async ({ api, openAs }) => {
  const member = await api.signUp()
  const page = await openAs(member)
  await page.goto(`/profile/${member.username}`)
  await page.getByRole('button', { name: 'New Post' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Post' })
  await dialog.getByRole('textbox', { name: 'New post' }).fill('From the dialog')
  await dialog.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(card(page, 'From the dialog')).toBeVisible()

  await page.getByRole('button', { name: 'New Post' }).click()
  await expect(dialog.getByRole('textbox', { name: 'New post' })).toHaveValue('')
})

test('authors can edit and delete their posts', PHONE, async ({ api, openAs }) => {
  const member = await api.signUp()
  const page = await openAs(member)
  await api.writePost(member, 'The frist words')
  await page.goto('/')
  await card(page, 'The frist words').getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Edit Post' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Post' })
  await expect(dialog.getByRole('textbox')).toHaveValue('The frist words')
  await dialog.getByRole('textbox').fill('The first words')
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(dialog).toBeHidden()
  await expect(card(page, 'The first words')).toBeVisible()
  await page.reload()
  await expect(card(page, 'The first words')).toBeVisible()

  await card(page, 'The first words').getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Delete Post' }).click()
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true })
  await clickAndSave(page, confirm, '/api/posts/')
  await expect(card(page, 'The first words')).toBeHidden()
  await page.reload()
  await expect(page.getByText('Sorry, there no posts to show! Follow people to see their posts.')).toBeVisible()
})
