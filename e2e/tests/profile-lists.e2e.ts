import { makePerson } from '../support/api.ts'
import { card, clickAndSave } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'

test('a profile shows its member, the counts, and only their posts; the own one has Edit Profile and no follow button', async ({
  api,
  openAs,
}) => {
  const [member, other] = [await api.signUp(makePerson('Pia')), await api.signUp(makePerson('Oto'))]
  await api.editProfile(member, { bio: 'Paints ducks.', website: 'https://example.com/ducks' })
  await api.writePost(member, 'My first')
  await api.writePost(member, 'My second')
  await api.writePost(other, 'Not mine')
  await api.follow(member, other)
  const page = await openAs(other)
  await page.goto(`/profile/${member.username}`)
  const head = page.getByRole('region', { name: 'Pia Mallard', exact: true })
  await expect(head.getByRole('heading', { name: 'Pia Mallard' })).toBeVisible()
  await expect(head.getByText(`@${member.username}`, { exact: true })).toBeVisible()
  await expect(head.getByText('Paints ducks.', { exact: true })).toBeVisible()
  await expect(head.getByRole('link', { name: 'example.com/ducks' })).toBeVisible()
  await expect(head.getByText(/^Joined [A-Z][a-z]{2} \d{1,2}, \d{4}$/)).toBeVisible()
  await expect(head.locator('img').first()).toHaveAttribute('src', /\/avatars\//)
  await expect(head).toContainText('2 Posts')
  await expect(head.getByRole('button', { name: '0 Following' })).toBeVisible()
  await expect(head.getByRole('button', { name: '1 Followers' })).toBeVisible()
  await expect(page.getByRole('article')).toContainText(['My second', 'My first'])
  await expect(page.getByText('Not mine')).toBeHidden()

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click()
  const own = page.getByRole('region', { name: 'Oto Mallard', exact: true })
  await expect(own.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
  await expect(own.getByRole('button', { name: /^Follow(ing)?$/ })).toHaveCount(0)
})

test('Following and Followers list members with a follow button, and a click on a row opens the profile', async ({
  api,
  openAs,
}) => {
  const [member, friend, viewer] = [
    await api.signUp(makePerson('Pia')),
    await api.signUp(makePerson('Fay')),
    await api.signUp(makePerson('Vic')),
  ]
  await api.follow(friend, member)
  await api.follow(member, friend)
  await api.writePost(friend, 'Hello from Fay')
  const page = await openAs(viewer)
  await page.goto(`/profile/${member.username}`)
  for (const { button, title } of [
    { button: '1 Following', title: 'Following' },
    { button: '1 Followers', title: 'Followers' },
  ]) {
    await page.getByRole('button', { name: button }).click()
    const dialog = page.getByRole('dialog', { name: title })
    await expect(dialog.getByRole('heading')).toHaveText(title)
    const row = dialog.getByRole('listitem').filter({ hasText: `@${friend.username}` })
    await expect(row).toBeVisible()
    const follow = row.getByRole('button')
    if (title === 'Following') {
      await expect(follow).toHaveText('Follow')
      await clickAndSave(page, follow, '/api/users/follow/')
      await expect(follow).toHaveText('Following')
      await dialog.getByRole('button', { name: 'Close' }).click()
      await expect(dialog).toBeHidden()
    } else {
      await clickAndSave(page, follow, '/api/users/unfollow/')
      await expect(follow).toHaveText('Follow')
      await row.click({ position: { x: 5, y: 5 } })
    }
  }
  await expect(page).toHaveURL(`/profile/${friend.username}`)
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(card(page, 'Hello from Fay')).toBeVisible()
})

test('Follow becomes Following, and a click on Following unfollows', async ({ api, openAs }) => {
  const [target, viewer] = [await api.signUp(makePerson('Tom')), await api.signUp(makePerson('Vic'))]
  await api.writePost(target, 'Seen by followers')
  const page = await openAs(viewer)
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await page.goto(`/profile/${target.username}`)
  const head = page.getByRole('region', { name: 'Tom Mallard', exact: true })
  await clickAndSave(page, head.getByRole('button', { name: 'Follow', exact: true }), '/api/users/follow/')
  await expect(head.getByRole('button', { name: 'Following', exact: true })).toBeVisible()
  await navigation.getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('region', { name: 'Your feed' })).toContainText('Seen by followers')

  await page.goBack()
  await clickAndSave(page, head.getByRole('button', { name: 'Following', exact: true }), '/api/users/unfollow/')
  await expect(head.getByRole('button', { name: 'Follow', exact: true })).toBeVisible()
  await navigation.getByRole('link', { name: 'Home' }).click()
  await expect(page.getByText('Sorry, there no posts to show! Follow people to see their posts.')).toBeVisible()
})
