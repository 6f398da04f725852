import { expectAccessible } from '../support/axe.ts'
import { makeTag } from '../support/tags.ts'
import { expect, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'
import { LONG, PHONE_IN_LONG, tags } from '../support/where.ts'

test('the pages of hashtags have no accessibility violations', tags(PHONE_IN_LONG, LONG), async ({ api, openAs }) => {
  const [viewer, other] = [await api.signUp(), await api.signUp()]
  const tag = makeTag('אגם')
  await api.writePost(other, `Words with #${tag}`)
  await api.followTag(tag, viewer)
  const page = await openAs(viewer)
  await visit(page, '/settings/tags')
  await expect(page.getByRole('main').getByRole('listitem')).toBeVisible()
  await expectAccessible(page)
  await visit(page, `/tag/${tag}`)
  await expect(page.getByRole('article')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Tag options' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Mute for a week' }).click()
  await expect(page.getByRole('button', { name: 'Unmute' })).toBeVisible()
  await expect(page.getByRole('menu')).toBeHidden()
  await expectAccessible(page)
})
