import { card, clickAndSave } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'
import { PHONE } from '../support/where.ts'

test('Bookmark lists a bookmarked post until the bookmark is removed', PHONE, async ({ api, openAs }) => {
  const author = await api.signUp()
  const post = await api.writePost(author, 'To be kept')
  const page = await openAs(await api.signUp())
  await page.goto('/bookmark')
  await expect(page.getByText('You have not added any Bookmarks!')).toBeVisible()

  await visit(page, `/post-detail/${post.id}`)
  const toggle = card(page, 'To be kept').getByRole('button', { name: 'Bookmark', exact: true })
  await clickAndSave(page, toggle, '/api/users/bookmark/')
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')

  await page.goto('/bookmark')
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  await clickAndSave(page, toggle, '/api/users/remove-bookmark/')
  await page.reload()
  await expect(page.getByText('You have not added any Bookmarks!')).toBeVisible()
})
