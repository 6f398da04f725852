import { makePerson } from '../support/api.ts'
import { card } from '../support/posts.ts'
import { makeTag } from '../support/tags.ts'
import { expect, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'
import { LONG } from '../support/where.ts'

test('the shared guest account follows tags, and is told that it cannot mute them', LONG, async ({ api, page }) => {
  const tag = makeTag('guest')
  await api.writePost(await api.signUp(makePerson('Rex')), `Look at #${tag}`)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login as a Guest' }).click()
  await expect(page).toHaveURL('/')
  await visit(page, `/tag/${tag}`)
  await page.getByRole('button', { name: 'Tag options' }).click()
  await page.getByRole('menuitem', { name: 'Mute for an hour' }).click()
  const dialog = page.getByRole('dialog', { name: 'Guest account' })
  await expect(dialog).toContainText('nor mute tags')
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(card(page, 'Look at')).toBeVisible()
})
