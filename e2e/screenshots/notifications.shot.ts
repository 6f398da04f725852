import { makePerson } from '../support/api.ts'
import { LONG_TEXT, longNamed, signUpCast } from '../support/cast.ts'
import { shoot } from '../support/shoot.ts'
import { expect, test } from '../support/test.ts'

test('notifications', async ({ api, openAs }) => {
  const viewer = await api.signUp(makePerson('Vic'))
  const page = await openAs(viewer)
  await page.goto('/notifications')
  await expect(page.getByText(/^Nothing yet/)).toBeVisible()
  await shoot(page, 'notifications-empty')
  // What is new while the page shows the list counts as read.
  await page.goto('/')
  await expect(page.getByText('Sorry, there no posts to show!')).toBeVisible()

  const [cast, long] = [await signUpCast(api), await api.signUp(longNamed())]
  const [first, second, third] = cast
  if (!first || !second || !third) throw new Error('no cast')
  const post = await api.writePost(viewer, 'Who has seen the heron this morning? It was not at the weir.')
  const essay = await api.writePost(viewer, LONG_TEXT)
  const arabic = await api.signUp({ ...makePerson('Layla'), firstName: 'ليلى', lastName: 'البط' })
  await api.follow(viewer, first)
  await api.follow(viewer, second)
  await api.like(essay, third)
  for (const member of [...cast, long, arabic]) await api.like(post, member)
  await api.comment(
    essay,
    long,
    'By the weir, as always. I go there every day before breakfast, and so does the heron.',
  )
  const asked = await api.writePost(first, 'Which boots for mud?')
  const own = await api.comment(asked, viewer, 'The green ones.')
  await api.upvote(asked, own, second)
  await api.comment(asked, arabic, 'لا، الصفراء أفضل')
  await api.writePost(third, `A bench for @${viewer.username} and everybody else`)
  await api.setPrivate(viewer, true)
  await api.follow(viewer, third)
  await page.goto('/')
  await expect(page.getByRole('link', { name: /^Notifications, \d unread$/ }).filter({ visible: true })).toBeVisible()
  await shoot(page, 'notifications-bell')
  await page.goto('/notifications')
  const list = page.getByRole('list', { name: 'Notifications' })
  await expect(list.getByText('Unread:').first()).toBeAttached()
  await shoot(page, 'notifications')
  await page.getByRole('button', { name: 'Mentions' }).click()
  await expect(list).toContainText('mentioned you')
  await shoot(page, 'notifications-mentions')

  await page.goto(`/post-detail/${asked.id}#comment-${own}`)
  await expect(page.getByRole('listitem').filter({ hasText: 'The green ones.' })).toBeFocused()
  await shoot(page, 'notifications-comment')
  await page.goto('/settings/notifications')
  await page.getByRole('switch', { name: 'Quiet hours' }).check()
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toBeVisible()
  await shoot(page, 'notifications-settings', { fullPage: true })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/profile/${viewer.username}`)
  await expect(page.getByRole('button', { name: 'Logout' }).filter({ visible: true })).toBeVisible()
  await shoot(page, 'notifications-profile')
})
