import { makePerson } from '../support/api.ts'
import { pressOn } from '../support/keyboard.ts'
import { card } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'

test('a mention in a post or comment leads to the profile, a hashtag to its page; all other names stay text', async ({
  api,
  openAs,
}) => {
  const [author, mia] = [await api.signUp(), await api.signUp(makePerson('Mia'))]
  const text = `Ask @${mia.username.toUpperCase()}.now, @nobody_${mia.username}, #${mia.username} or \`@${mia.username}\``
  const post = await api.writePost(author, text)
  await api.comment(post, author, `Hello @${mia.username}! <b>@nobody</b>`)
  const page = await openAs(author)
  await page.goto(`/post-detail/${post.id}`)
  const inPost = page.locator('p', { hasText: 'Ask' }).getByRole('link')
  await expect(card(page, 'Ask').getByText(text)).toBeVisible()
  await expect(inPost).toHaveText([`@${mia.username.toUpperCase()}`, `#${mia.username}`])
  await expect(inPost.last()).toHaveAttribute('href', `/tag/${mia.username}`)
  const comment = page.getByRole('article', { name: /^Comment by/ })
  await expect(comment).toContainText(`Hello @${mia.username}! <b>@nobody</b>`)
  const inComment = comment.getByRole('link', { name: `@${mia.username}` })
  await expect(inComment).toHaveAttribute('href', `/profile/${mia.username}`)

  await pressOn(page, inPost.first())
  await expect(page).toHaveURL(`/profile/${mia.username}`)
  await expect(page.getByRole('heading', { name: 'Mia Mallard' })).toBeVisible()
  await page.goBack()
  await inComment.click()
  await expect(page).toHaveURL(`/profile/${mia.username}`)
})

test('a mention that is added to a post or comment is linked without a reload', async ({ api, openAs }) => {
  const [author, mia] = [await api.signUp(), await api.signUp(makePerson('Mia'))]
  const post = await api.writePost(author, 'With friends')
  await api.comment(post, author, 'And you')
  const page = await openAs(author)
  await page.goto(`/post-detail/${post.id}`)
  await page.getByRole('button', { name: 'Comment options' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const form = page.getByRole('form', { name: 'Edit comment' })
  await form.getByRole('textbox').fill(`And you, @${mia.username} `)
  await form.getByRole('button', { name: 'Update' }).click()
  await expect(
    page.getByRole('article', { name: /^Comment by/ }).getByRole('link', { name: `@${mia.username}` }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Post' })
  await dialog.getByRole('textbox', { name: 'Post text' }).fill(`With @${mia.username}, friends `)
  await dialog.getByRole('button', { name: 'Update' }).click()
  // The text, not the card: the comment, which has the same link, is in it.
  const text = page.locator('p', { hasText: 'friends' })
  await expect(text.getByRole('link', { name: `@${mia.username}` })).toBeVisible()
})

test('an edit by somebody else links a new mention, and lets its member comment, without a reload', async ({
  api,
  openAs,
}) => {
  const [author, mia] = [await api.signUp(), await api.signUp(makePerson('Mia'))]
  const post = await api.writePost(author, 'Look who is here')
  await api.setWhoMayComment(post, author, 'mentioned')
  const page = await openAs(mia)
  await page.goto(`/post-detail/${post.id}`)
  const rule = page.getByText('Only people whom this post mentions can comment.')
  await expect(rule).toBeVisible()
  await api.editPost(post, author, `Look, @${mia.username} is here`)
  await expect(card(page, 'Look, ').getByRole('link', { name: `@${mia.username}` })).toBeVisible()
  await expect(page.getByPlaceholder('Quack your reply!')).toBeVisible()
  await api.editPost(post, author, 'Look, nobody')
  await expect(page.getByText('Look, nobody')).toBeVisible()
  await expect(rule).toBeVisible()
})
