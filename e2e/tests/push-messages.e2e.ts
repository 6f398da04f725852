import { PushBrowser, signUpUnread } from '../support/push.ts'
import { expect, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

const notice = (tag: string, more: object = {}) => ({
  title: 'Bob Mallard liked your post',
  body: 'Quack!',
  path: '/notifications',
  tag,
  at: Date.UTC(2026, 0, 2),
  unread: 1,
  ...more,
})

test('a message shows a notification, replaces it, or closes those that were read elsewhere; reading here closes all', async ({
  api,
  openAs,
}) => {
  const page = await openAs(await signUpUnread(api))
  const browser = await PushBrowser.open(page, '/')
  await browser.deliver(notice('1'))
  const shown = {
    title: 'Bob Mallard liked your post',
    body: 'Quack!',
    tag: '1',
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    timestamp: Date.UTC(2026, 0, 2),
  }
  await expect.poll(() => browser.shown()).toEqual([shown])
  for (const picture of [shown.icon, shown.badge]) expect((await page.request.get(picture)).ok()).toBe(true)

  await browser.deliver(notice('2', { unread: 2 }))
  await expect.poll(() => browser.badge()).toBe(2)
  const title = 'Bob Mallard and 11 others liked your post'
  await browser.deliver(notice('1', { title }))
  await expect.poll(() => browser.titles()).toEqual([title, shown.title])

  await browser.deliver(notice('3'))
  await expect.poll(() => browser.tags()).toEqual(['1', '2', '3'])
  await browser.deliver({ close: ['1', '3', '4'], unread: 1 })
  await expect.poll(() => browser.tags()).toEqual(['2'])

  await expect(page.getByRole('link', { name: 'Notifications, 1 unread' })).toBeVisible()
  await page.getByRole('link', { name: 'Notifications' }).click()
  await expect(page.getByText('liked your post')).toBeVisible()
  await expect.poll(() => browser.tags()).toEqual([])
})

test('a click on a notification opens the comment in the tab of Quack, and closes the notification', async ({
  api,
  openAs,
  request,
}) => {
  const member = await signUpUnread(api)
  const post = await api.writePost(member, 'The post to open')
  for (let index = 0; index < 15; index++) await api.comment(post, member, `Comment ${index}`)
  const headers = { authorization: member.token }
  const answer = await request.get(`/api/comments/${post._id}`, { headers })
  const { comments } = (await answer.json()) as { comments: { _id: string; text: string }[] }
  const wanted = comments.find(({ text }) => text === 'Comment 1')
  const path = `/post-detail/${post.id}#comment-${wanted?._id}`
  const page = await openAs(member)
  const browser = await PushBrowser.open(page, '/bookmark')
  await browser.deliver(notice('1', { path }))
  await expect.poll(() => browser.tags()).toEqual(['1'])
  await browser.click('1')
  await expect(page).toHaveURL(path)
  await expect(page.getByText('Comment 1', { exact: true })).toBeInViewport()
  await expect.poll(() => browser.tags()).toEqual([])
  expect(page.context().pages()).toHaveLength(1)
})
