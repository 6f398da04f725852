import { makePerson } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { untilLive } from '../support/live.ts'
import { bell, expectUnread, rows } from '../support/notifications.ts'
import { card, choose } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'

test('a post is quoted, its author is told, and takes it out of the quote, which shows live', async ({
  api,
  openAs,
}) => {
  const [ann, bob] = [await api.signUp(makePerson('Ann')), await api.signUp(makePerson('Bob'))]
  const post = await api.writePost(ann, 'Worth a word')
  const hers = await openAs(ann)
  const hersIsLive = untilLive(hers)
  await hers.goto('/')
  await hersIsLive
  const his = await openAs(bob)
  await his.goto(`/post-detail/${post.id}`)
  await choose(his, card(his, 'Worth a word'), 'Quote')
  const dialog = his.getByRole('dialog', { name: 'New Post' })
  await expect(dialog.getByRole('blockquote')).toContainText('Worth a word')
  await dialog.getByRole('textbox', { name: 'New post' }).fill('Here it is')
  await expectAccessible(his)
  await dialog.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(dialog).toBeHidden()
  const hisIsLive = untilLive(his)
  await his.goto('/')
  await hisIsLive
  const quote = card(his, 'Here it is')
  const quoted = { name: 'Quoted post by Ann Mallard' } as const
  await expect(quote.getByRole('link', quoted)).toBeVisible()
  await expectAccessible(his)

  await expectUnread(hers, 1)
  await bell(hers).click()
  await rows(hers).filter({ hasText: 'Bob Mallard quoted your post' }).getByRole('link').last().click()
  await expect(hers).toHaveURL(new RegExp(`/post-detail/${post.id}/quotes$`))
  await expect(card(hers, 'Here it is').getByRole('link', quoted)).toBeVisible()
  await expectAccessible(hers)
  await choose(hers, card(hers, 'Here it is'), 'Remove my post from this quote')
  await hers.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(card(hers, 'Here it is')).toContainText('This post is no longer available.')
  await expect(quote).toContainText('This post is no longer available.')
  await expect(quote.getByRole('link', quoted)).toHaveCount(0)
})
