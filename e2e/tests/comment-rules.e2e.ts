import { makePerson } from '../support/api.ts'
import { card } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'

test('the author chooses who can comment; another member sees the rule, without a reload', async ({ api, openAs }) => {
  const [author, other] = [await api.signUp(makePerson('Ann')), await api.signUp()]
  const post = await api.writePost(author, 'A quiet corner')
  const [page, others] = [await openAs(author), await openAs(other)]
  for (const each of [page, others]) {
    await each.goto(`/post-detail/${post.id}`)
    await expect(each.getByRole('form', { name: 'Reply' })).toBeVisible()
  }
  // A change that is shown proves that this tab receives live events.
  await api.like(post, author)
  await expect(card(others, 'A quiet corner').getByRole('button', { name: 'Liked by: 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Who can comment…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Who can comment?' })
  await dialog.getByRole('radio', { name: 'Nobody' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(others.getByText(`Only @${author.username} can comment.`)).toBeVisible()
  await expect(others.getByRole('form', { name: 'Reply' })).toBeHidden()
})
