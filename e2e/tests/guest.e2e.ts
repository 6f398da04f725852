import { makePerson } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { readDevice } from '../support/device.ts'
import { expect, test } from '../support/test.ts'
import { LONG } from '../support/where.ts'

test('the menus tell the shared guest account that it can neither mute nor block', LONG, async ({ api, page }) => {
  const rex = await api.signUp(makePerson('Rex'))
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login as a Guest' }).click()
  await expect(page).toHaveURL('/')
  await page.goto(`/profile/${rex.username}`)
  const options = page.getByRole('button', { name: 'Profile options' })
  for (const item of [`Mute @${rex.username}…`, `Block @${rex.username}…`]) {
    await options.click()
    await page.getByRole('menuitem', { name: item }).click()
    const dialog = page.getByRole('dialog', { name: 'Guest account' })
    await expect(dialog).toContainText('it can neither mute nor block members')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'OK' }).click()
    await expect(dialog).toBeHidden()
    await expect(options).toBeFocused()
  }
})

test('a guest leaves nothing that was not sent to the next one', async ({ page }) => {
  const draft = page.getByRole('form', { name: 'New post' }).getByRole('textbox')
  const logIn = () => page.getByRole('button', { name: 'Login as a Guest' }).click()
  await page.goto('/login')
  await logIn()
  await draft.fill('Of the first guest')
  // Another document knows it too.
  await page.reload()
  await expect(draft).toHaveValue('Of the first guest')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  expect((await readDevice(page)).local.filter((key) => !key.startsWith('signed-out'))).toEqual([])
  await logIn()
  await expect(draft).toHaveValue('')
})
