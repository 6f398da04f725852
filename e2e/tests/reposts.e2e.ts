import { makePerson } from '../support/api.ts'
import { untilLive } from '../support/live.ts'
import { card, clickAndSave } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'

test('a repost reaches a follower live, once through two people, and can be undone', async ({ api, openAs }) => {
  const [viewer, ada, bea, author] = [
    await api.signUp(makePerson('Vic')),
    await api.signUp(makePerson('Ada')),
    await api.signUp(makePerson('Bea')),
    await api.signUp(makePerson('Cy')),
  ]
  for (const followed of [ada, bea]) await api.follow(followed, viewer)
  await api.writePost(ada, 'Of Ada')
  const post = await api.writePost(author, 'Worth reading')
  const page = await openAs(viewer)
  const isLive = untilLive(page)
  await page.goto('/')
  await expect(card(page, 'Of Ada')).toBeVisible()
  await expect(card(page, 'Worth reading')).toHaveCount(0)
  await isLive

  const hers = await openAs(ada)
  await hers.goto(`/post-detail/${post.id}`)
  const button = card(hers, 'Worth reading').getByRole('button', { name: 'Repost', exact: true })
  await clickAndSave(hers, button, '/repost')
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: '1 new post' }).click()
  const seen = card(page, 'Worth reading')
  await expect(seen).toContainText('Reposted by Ada')

  await api.repost(post, bea)
  await page.reload()
  await expect(seen).toContainText('and 1 other you follow')
  await expect(seen).toHaveCount(1)
  await seen.getByRole('button', { name: 'Reposted by: 2' }).click()
  await expect(page.getByRole('dialog', { name: 'Reposted By' }).getByRole('listitem')).toHaveCount(2)

  await hers.goto(`/profile/${ada.username}`)
  await expect(card(hers, 'Worth reading')).toContainText('Reposted')
  await clickAndSave(hers, button, '/repost')
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await page.goto('/')
  await expect(seen).toContainText('Reposted by Bea')
  await expect(seen).toHaveCount(1)
})
