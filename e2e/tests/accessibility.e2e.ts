import { makePerson } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'
import { LONG, PHONE_IN_LONG, tags } from '../support/where.ts'

const OF_VISITORS = {
  login: { path: '/login', heading: 'Welcome to Quack!', button: 'Login' },
  signup: { path: '/signup', heading: 'Sign Up', button: 'Sign Up' },
} as const
const OF_EVERYONE = {
  resetPassword: { path: '/reset-password/some-token', heading: 'Choose a new password' },
  forgot: { path: '/forgot', heading: 'Forgot your password?' },
  confirmEmail: { path: '/confirm-email/some-token', heading: 'Confirm your address' },
  unsubscribe: { path: '/unsubscribe?token=some-token', heading: 'Unsubscribe' },
} as const

/** The addresses of members' pages with a post, for its author. */
const OF_MEMBERS = {
  home: () => '/',
  explore: () => '/explore',
  bookmark: () => '/bookmark',
  profile: (username: string, _post: string) => `/profile/${username}`,
  post: (_username: string, post: string) => `/post-detail/${post}`,
} as const
/** A test below has their dialogs too. */
const SETTINGS = { settings: '/settings', security: '/settings/security' } as const

test(
  'the pages of visitors have no accessibility violations, also when they show problems',
  tags(PHONE_IN_LONG, LONG),
  async ({ page }) => {
    for (const { path, heading } of [...Object.values(OF_EVERYONE), { path: '/no/such/page', heading: 'Error 404' }]) {
      await visit(page, path)
      await expect(page.getByRole('heading', { name: heading })).toBeVisible()
      await expectAccessible(page)
    }
    for (const { path, heading, button } of Object.values(OF_VISITORS)) {
      await visit(page, path)
      await expect(page.getByRole('heading', { name: heading })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: button, exact: true }).click()
      await expect(page.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true')
      await expectAccessible(page)
    }
  },
)

test('the screens of members have no accessibility violations', tags(PHONE_IN_LONG, LONG), async ({ api, openAs }) => {
  const [viewer, other] = [await api.signUp(makePerson('Vic')), await api.signUp(makePerson('Oto'))]
  const text = `Words for @${other.username} with a link https://example.com and a 🦆`
  const post = await api.writePost(viewer, text)
  await api.comment(post, other, 'Well said')
  await api.like(post, other)
  await api.bookmark(post, viewer)
  const page = await openAs(viewer)
  for (const pathOf of Object.values(OF_MEMBERS)) {
    await visit(page, pathOf(viewer.username, post.id))
    await expect(page.getByRole('article').first()).toBeVisible()
    // A list that grows during the check confuses axe. The loader disappears when Explore has nothing more to reveal.
    await expect(page.getByText('Loading more')).toBeHidden()
    await expectAccessible(page)
  }
})

test('the settings have no accessibility violations', tags(PHONE_IN_LONG, LONG), async ({ api, openAs }) => {
  const page = await openAs(await api.signUp(makePerson('Vic')))
  await page.goto(SETTINGS.security)
  await expect(page.getByRole('listitem').filter({ hasText: 'this session' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Recent activity' })).toBeVisible()
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByLabel('Current password', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the secret' })).toBeVisible()
  // Where it is now, a bar may cover a part of a button.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessible(page)
  await visit(page, SETTINGS.settings)
  await page.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByRole('dialog', { name: 'Delete account' })).toBeVisible()
  await expectAccessible(page)
})

test('the dialogs have no accessibility violations', tags(PHONE_IN_LONG, LONG), async ({ api, openAs, photo }) => {
  const [viewer, other] = [await api.signUp(makePerson('Vic')), await api.signUp(makePerson('Oto'))]
  const { url } = await api.upload(viewer, photo)
  await api.writePost(viewer, 'Words', { mediaUrl: url, type: 'image', alt: 'A pond' })
  await api.follow(viewer, other)
  const page = await openAs(viewer)
  await page.goto(`/profile/${viewer.username}`)
  const dialog = page.getByRole('dialog')
  for (const { button, name } of [
    { button: 'New Post', name: 'New Post' },
    { button: 'Edit Profile', name: 'Edit Profile' },
    { button: '1 Followers', name: 'Followers' },
    { button: 'View picture', name: 'Picture in the post by Vic Mallard' },
    // Those who are followed and those who like are in the same list.
  ]) {
    await page.getByRole('button', { name: button }).click()
    await expect(dialog.and(page.getByRole('dialog', { name }))).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  for (const item of ['Edit Post', 'Delete Post']) {
    await page.getByRole('button', { name: 'Post options' }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await expect(dialog).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
})

test(
  'menus, emoji and open comments have no accessibility violations',
  tags(PHONE_IN_LONG, LONG),
  async ({ api, openAs }) => {
    const viewer = await api.signUp(makePerson('Vic'))
    const post = await api.writePost(viewer, 'Words')
    await api.comment(post, viewer, 'Well said')
    const page = await openAs(viewer)
    await page.goto('/')
    await page.getByRole('button', { name: 'Comments: 1' }).click()
    await expect(page.getByRole('article', { name: /^Comment by/ })).toBeVisible()
    for (const { button, popup } of [
      { button: 'Latest Posts', popup: page.getByRole('menu') },
      { button: 'Post options', popup: page.getByRole('menu') },
      { button: 'Comment options', popup: page.getByRole('menu') },
      { button: 'Who can comment: Everyone', popup: page.getByRole('menu') },
      { button: 'Add emoji', popup: page.getByRole('dialog', { name: 'Emoji' }) },
    ]) {
      await page.getByRole('button', { name: button }).click()
      await expect(popup).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(popup).toBeHidden()
    }
    await page.getByRole('button', { name: 'Comment options' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await expect(page.getByRole('form', { name: 'Edit comment' })).toBeVisible()
    await expectAccessible(page)
  },
)
