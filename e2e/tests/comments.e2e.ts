import { expect, test } from '../support/test.ts'
import { PHONE } from '../support/where.ts'

test('members can write, edit and delete their comments, which need text', PHONE, async ({ api, openAs }) => {
  const member = await api.signUp()
  const post = await api.writePost(member, 'Say something')
  await api.comment(post, member, 'The older one')
  const page = await openAs(member)
  await page.goto(`/post-detail/${post.id}`)

  const reply = page.getByRole('button', { name: 'Reply', exact: true })
  await expect(reply).toBeDisabled()
  await page.getByPlaceholder('Quack your reply!').fill('  \n ')
  await expect(reply).toBeDisabled()
  await page.getByPlaceholder('Quack your reply!').fill('Somethin')
  await reply.click()
  const comments = page.getByRole('article', { name: /^Comment by/ })
  await expect(comments).toContainText(['Somethin', 'The older one'])
  await expect(page.getByPlaceholder('Quack your reply!')).toHaveValue('')

  await comments.first().getByRole('button', { name: 'Comment options' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Edit', 'Delete'])
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const text = page.getByRole('textbox', { name: 'Comment', exact: true })
  await expect(text).toHaveValue('Somethin')
  await text.fill(' ')
  await expect(page.getByRole('button', { name: 'Update' })).toBeDisabled()
  await text.fill('Something')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(comments).toContainText(['Something', 'The older one'])

  await comments.first().getByRole('button', { name: 'Comment options' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(comments).toHaveCount(1)
  await page.reload()
  await expect(comments).toContainText(['The older one'])
})
