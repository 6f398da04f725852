import { attach, card } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'

const FIELD = 'Describe this picture for those who do not see it'

test('the description of a picture is entered with it, stored and shown, and can be edited', async ({
  api,
  openAs,
  photo,
}) => {
  const page = await openAs(await api.signUp())
  await page.goto('/')
  const form = page.getByRole('form', { name: 'New post' })
  await form.getByRole('textbox', { name: 'New post' }).fill('Look')
  await expect(form.getByRole('textbox', { name: FIELD })).toBeHidden()
  await attach(page, photo)
  await form.getByRole('textbox', { name: FIELD }).fill('Coloured noise')
  await page.reload()
  await expect(form.getByRole('textbox', { name: FIELD })).toHaveValue('Coloured noise')
  await form.getByRole('button', { name: 'Post', exact: true }).click()
  const post = card(page, 'Look')
  await expect(post.getByRole('img', { name: 'Coloured noise' })).toBeVisible()
  await expect(post.getByText('No description yet')).toBeHidden()

  await post.getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Edit Post' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Post' })
  await dialog.getByRole('textbox', { name: FIELD }).fill('Noise of many colours')
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(post.getByRole('img', { name: 'Noise of many colours' })).toBeVisible()
  await page.reload()
  await expect(post.getByRole('img', { name: 'Noise of many colours' })).toBeVisible()
})

test('a post without a description is created immediately, and its author is reminded once', async ({
  api,
  openAs,
  photo,
}) => {
  const page = await openAs(await api.signUp())
  await page.goto('/')
  const form = page.getByRole('form', { name: 'New post' })
  async function write(text: string) {
    await form.getByRole('textbox', { name: 'New post' }).fill(text)
    await attach(page, photo)
    await expect(form.getByRole('textbox', { name: FIELD })).toBeVisible()
    await form.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(card(page, text).getByText('No description yet')).toBeVisible()
    return card(page, text)
  }
  const first = await write('The first')
  await first.getByRole('button', { name: 'Add one' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Post' })
  await dialog.getByRole('textbox', { name: FIELD }).fill('Noise')
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(first.getByText('No description yet')).toBeHidden()

  const second = await write('The second')
  await second.getByRole('button', { name: 'Dismiss' }).click()
  await expect(second.getByText('No description yet')).toBeHidden()

  const third = await write('The third')
  await page.reload()
  await expect(third).toBeVisible()
  await expect(page.getByText('No description yet')).toBeHidden()
})
