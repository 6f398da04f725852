import { makePerson } from '../support/api.ts'
import { pressOn } from '../support/keyboard.ts'
import { bell, expectUnread, rows } from '../support/notifications.ts'
import { expect, test } from '../support/test.ts'
import { PHONE, PHONE_IN_LONG } from '../support/where.ts'

test(
  'the bell counts without a reload, and a notification opens the post with the comment in view',
  PHONE_IN_LONG,
  async ({ api, openAs }) => {
    const [ann, bob] = [await api.signUp(makePerson('Ann')), await api.signUp(makePerson('Bob'))]
    const post = await api.writePost(ann, `A long walk\n${'\n.'.repeat(80)}`)
    const page = await openAs(ann)
    await page.goto('/')
    await expectUnread(page, 0)
    const wanted = await api.comment(post, bob, 'The wanted comment')
    await expectUnread(page, 1)
    for (let number = 0; number < 25; number++) await api.comment(post, ann, `A later one\n\n.${number}`)

    await bell(page).click()
    await expect(page).toHaveURL('/notifications')
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText('Bob Mallard commented on your post')
    await expect(rows(page)).toContainText('The wanted comment')
    await rows(page)
      .getByRole('link', { name: /commented on your post/ })
      .click()
    await expect(page).toHaveURL(`/post-detail/${post.id}#comment-${wanted}`)
    const comment = page.getByRole('listitem').filter({ hasText: 'The wanted comment' })
    // First: the list of notifications, which may still be shown, has such an item in view.
    await expect(comment).toBeFocused()
    await expect(comment).toBeInViewport()
  },
)

test('reading on one device clears the badge on the other; what was unread stays marked until the next visit', async ({
  api,
  openAs,
}) => {
  const [ann, bob] = [await api.signUp(makePerson('Ann')), await api.signUp(makePerson('Bob'))]
  const post = await api.writePost(ann, 'Seen on two devices')
  const [one, other] = [await openAs(ann), await openAs(ann)]
  for (const page of [one, other]) {
    await page.goto('/')
    await expectUnread(page, 0)
  }
  await api.like(post, bob)
  await api.follow(ann, bob)
  for (const page of [one, other]) await expectUnread(page, 2)

  await one.goto('/notifications')
  await expect(rows(one)).toHaveCount(2)
  for (const page of [one, other]) await expectUnread(page, 0)
  await expect(rows(one).getByRole('link', { name: /^Unread: / })).toHaveCount(2)
  await api.comment(post, bob, 'Still here')
  await expect(rows(one)).toHaveCount(3)
  await expect(rows(one).getByRole('link', { name: /^Unread: / })).toHaveCount(3)

  await one.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  await expectUnread(one, 0)
  await bell(one).click()
  await expect(rows(one)).toHaveCount(3)
  await expect(rows(one).getByRole('link', { name: /^Unread: / })).toHaveCount(0)
})

test('12 likes are one notification with the exact count, which follows every like that is taken back', async ({
  api,
  openAs,
}) => {
  const ann = await api.signUp(makePerson('Ann'))
  const post = await api.writePost(ann, 'Liked by a dozen')
  const page = await openAs(ann)
  await page.goto('/notifications')
  await expect(page.getByText(/^Nothing yet/)).toBeVisible()
  const likers = []
  for (const name of ['Abe', 'Bea', 'Cat', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal', 'Ida', 'Jim', 'Kay', 'Lou']) {
    const liker = await api.signUp(makePerson(name))
    await api.like(post, liker)
    likers.push(liker)
  }
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Lou Mallard and 11 others liked your post')
  const faces = rows(page).getByRole('link', { name: /Mallard$/ })
  await expect(faces).toHaveCount(8)
  await expect(faces.first()).toHaveAccessibleName('Lou Mallard')

  for (const liker of likers.slice(2)) await api.unlike(post, liker)
  await expect(rows(page)).toContainText('Bea Mallard and Abe Mallard liked your post')
  const [abe, bea] = likers
  if (!abe || !bea) throw new Error('no likers')
  await api.unlike(post, bea)
  // From its beginning: the sentence about both has the same end.
  await expect(rows(page).getByRole('link', { name: /^(Unread: )?Abe Mallard liked your post/ })).toBeVisible()
  await api.unlike(post, abe)
  await expect(page.getByText(/^Nothing yet/)).toBeVisible()
})

test('by keyboard alone: to the bell, to one kind, to a face, and to the post', async ({ api, openAs }) => {
  const [ann, bob] = [await api.signUp(makePerson('Ann')), await api.signUp(makePerson('Bob'))]
  const post = await api.writePost(ann, 'Reached by keys')
  await api.like(post, bob)
  await api.follow(ann, bob)
  const page = await openAs(ann)
  await page.goto('/')
  await pressOn(page, bell(page))
  await expect(rows(page)).toHaveCount(2)
  const kinds = page.getByRole('group', { name: 'Show' })
  await pressOn(page, kinds.getByRole('button', { name: 'Likes' }), ' ')
  await expect(rows(page)).toHaveCount(1)
  await expect(kinds.getByRole('button', { name: 'Likes' })).toHaveAttribute('aria-pressed', 'true')
  await pressOn(page, rows(page).getByRole('link', { name: 'Bob Mallard', exact: true }))
  await expect(page).toHaveURL(`/profile/${bob.username}`)
  await page.goBack()
  await expect(rows(page)).toHaveCount(1)
  await pressOn(page, rows(page).getByRole('link', { name: /liked your post/ }))
  await expect(page).toHaveURL(`/post-detail/${post.id}`)
})

test('the icon of an installed app has the number, and none after a logout', async ({ api, openAs }) => {
  const [ann, bob] = [await api.signUp(makePerson('Ann')), await api.signUp(makePerson('Bob'))]
  const page = await openAs(ann)
  await page.addInitScript(() => {
    const setAppBadge = (count: number) => Promise.resolve(Object.assign(window, { onIcon: count }))
    Object.assign(navigator, { setAppBadge })
  })
  const onIcon = () => page.evaluate(() => (window as unknown as { onIcon?: number }).onIcon)
  await page.goto('/')
  await api.follow(ann, bob)
  await expectUnread(page, 1)
  expect(await onIcon()).toBe(1)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  expect(await onIcon()).toBe(0)
  await expect(page).toHaveTitle(/^[^(]/)
})

test('a long list grows page by page, and keeps its place when there is news', PHONE, async ({ api, openAs }) => {
  const [ann, bob] = [await api.signUp(makePerson('Ann')), await api.signUp(makePerson('Bob'))]
  for (let number = 0; number < 45; number++) {
    await api.like(await api.writePost(ann, `Post ${number}`), bob)
  }
  const page = await openAs(ann)
  await page.goto('/notifications')
  await expect(rows(page).first()).toContainText('Post 44')
  const last = rows(page).filter({ hasText: /Post 0$/ })
  await expect(async () => {
    await rows(page).last().scrollIntoViewIfNeeded()
    await expect(last).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await last.scrollIntoViewIfNeeded()
  await api.follow(ann, bob)
  await expect(rows(page)).toHaveCount(46)
  await expect(last).toBeInViewport()
})

test('a comment that is gone is said to be', async ({ api, openAs }) => {
  const [ann, bob] = [await api.signUp(makePerson('Ann')), await api.signUp(makePerson('Bob'))]
  const post = await api.writePost(ann, 'Talked about')
  const comment = await api.comment(post, bob, 'Soon gone')
  await api.comment(post, ann, 'Stays')
  await api.deleteComment(post, comment, bob)
  const page = await openAs(ann)
  await page.goto(`/post-detail/${post.id}#comment-${comment}`)
  await expect(page.getByText('The comment that you wanted to see is gone.')).toBeFocused()
  await expect(page.getByText('Stays')).toBeVisible()
})
