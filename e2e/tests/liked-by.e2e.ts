import { makePerson } from '../support/api.ts'
import { clickAndSave } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'

test('Liked By lists every liker, with follow and unfollow except for the viewer', async ({ api, openAs }) => {
  const [viewer, followed, stranger] = [
    await api.signUp(makePerson('Vic')),
    await api.signUp(makePerson('Fay')),
    await api.signUp(makePerson('Sam')),
  ]
  const post = await api.writePost(stranger, 'Liked by three')
  for (const member of [viewer, followed, stranger]) await api.like(post, member)
  await api.follow(followed, viewer)
  const page = await openAs(viewer)
  await page.goto(`/post-detail/${post.id}`)
  await page.getByRole('button', { name: 'Liked by: 3' }).click()
  const dialog = page.getByRole('dialog', { name: 'Liked By' })
  const rowOf = (username: string) => dialog.getByRole('listitem').filter({ hasText: `@${username}` })
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  await expect(rowOf(viewer.username).getByRole('button')).toHaveCount(0)

  const follow = rowOf(stranger.username).getByRole('button')
  await expect(follow).toHaveText('Follow')
  await clickAndSave(page, follow, '/api/users/follow/')
  await expect(follow).toHaveText('Following')
  const unfollow = rowOf(followed.username).getByRole('button')
  await expect(unfollow).toHaveText('Following')
  await clickAndSave(page, unfollow, '/api/users/unfollow/')
  await expect(unfollow).toHaveText('Follow')

  await rowOf(stranger.username).getByRole('link').click()
  await expect(page).toHaveURL(`/profile/${stranger.username}`)
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Following', exact: true }).first()).toBeVisible()
})
