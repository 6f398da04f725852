import { PAGE_PATHS } from '@quack/contract/rules/page-paths'
import { describe, expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, expectReadable } from '../../test/axe.ts'
import { longTest, makePerson, test } from '../../test/component-test.ts'
import { card, fileOf, makePhoto } from '../../test/posts.ts'
import { renderScreen } from '../../test/render-screen.tsx'

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
  quotes: (_username: string, post: string) => `/post-detail/${post}/quotes`,
} as const
const SETTINGS = { settings: '/settings', security: '/settings/security' } as const
/** e2e/tests/accessibility-tags.e2e.ts has the page of a tag. */
const TAGS = { tag: '/tag/:tag', followedTags: '/settings/tags' } as const
const NOTIFICATIONS = { notifications: '/notifications', notificationSettings: '/settings/notifications' } as const
const SEARCH = { search: '/search' } as const
/** Lists below the settings. */
const SAFETY = {
  followRequests: '/settings/follow-requests',
  blockedMembers: '/settings/blocked',
  mutedMembers: '/settings/muted',
  mutedWords: '/settings/words',
} as const
/** features/comments/comments.component.test.tsx has it. */
const BRANCH = { branch: '/post-detail/:postId/comments/:commentId' } as const
/** e2e/tests/outbox.e2e.ts has it. */
const OUTBOX = { outbox: '/outbox' } as const
/** e2e/tests/accessibility-safety.e2e.ts has these: they need somebody with a role. */
const MODERATED = { moderation: '/moderation', rules: '/rules', about: '/about' } as const
const WITH_DATA: object = {
  ...OF_VISITORS,
  ...OF_EVERYONE,
  ...OF_MEMBERS,
  ...SETTINGS,
  ...TAGS,
  ...NOTIFICATIONS,
  ...SEARCH,
  ...SAFETY,
  ...BRANCH,
  ...OUTBOX,
  ...MODERATED,
}
/** Shown to a member as they are. */
const OTHERS = Object.entries(PAGE_PATHS).filter(([name]) => !(name in WITH_DATA))

const dialog = page.getByRole('dialog')
const menu = page.getByRole('menu')

/** Closes what is open, which takes keys once the focus is in it. */
async function escapeFrom(popup: typeof dialog): Promise<void> {
  await expect.poll(() => popup.query()?.contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.element(popup).not.toBeInTheDocument()
}

describe('accessibility', () => {
  test('the pages of visitors have no violations, also when they show problems', async ({ noise }) => {
    noise.expect(/status of 4/)
    const screen = await renderScreen('/no/such/page')
    await expect.element(page.getByRole('heading', { name: 'Error 404' })).toBeVisible()
    await expectAccessible()
    for (const { path, heading } of Object.values(OF_EVERYONE)) {
      await screen.open(path)
      await expect.element(page.getByRole('heading', { name: heading })).toBeVisible()
      await expectAccessible()
    }
    for (const { path, heading, button } of Object.values(OF_VISITORS)) {
      await screen.open(path)
      await expect.element(page.getByRole('heading', { name: heading })).toBeVisible()
      await expectAccessible()
      await page.getByRole('button', { name: button, exact: true }).click()
      await expect.element(page.getByLabelText('Username')).toHaveAttribute('aria-invalid', 'true')
      await expectAccessible()
      await expectReadable()
    }
  })

  test('the screens of members have no violations', async ({ api }) => {
    const [viewer, other] = [await api.signUp(makePerson('Vic')), await api.signUp(makePerson('Oto'))]
    const text = `Words for @${other.username} with a link https://example.com and a 🦆`
    const post = await api.writePost(viewer, text)
    await api.comment(post, other, 'Well said')
    await api.like(post, other)
    await api.bookmark(post, viewer)
    await api.writePost(other, 'Quoted', { quote: post._id })
    const screen = await renderScreen('/', { member: viewer })
    for (const pathOf of Object.values(OF_MEMBERS)) {
      await screen.open(pathOf(viewer.username, post.id))
      await expect.element(card(`Words for @${other.username}`).first()).toBeVisible()
      // A list that grows during the check confuses axe.
      await expect.element(page.getByText('Loading more')).not.toBeInTheDocument()
      await expectAccessible()
      await expectReadable()
    }
    for (const [name, path] of OTHERS) {
      if (path.includes(':')) throw new Error(`The page ${name} needs an address in this file.`)
      await screen.open(path)
      await expect.element(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      await expect.element(page.getByText('Loading more')).not.toBeInTheDocument()
      await expectAccessible()
      await expectReadable()
    }
  })

  test('the viewer of pictures has no violations', async ({ api }) => {
    const viewer = await api.signUp(makePerson('Vic'))
    const { url } = await api.upload(viewer, fileOf(await makePhoto(1_600, 1_200)))
    const alt = 'A long description. '.repeat(45)
    const post = await api.writePost(viewer, 'Words', { mediaUrl: url, type: 'image', alt })
    const screen = await renderScreen('/', { member: viewer })
    for (const [path, button] of [
      ['/', 'View picture'],
      [`/post-detail/${post.id}`, alt.trim()],
    ] as const) {
      await screen.open(path)
      await expect.element(card('Words')).toBeVisible()
      await expectAccessible()
      await card('Words').getByRole('button', { name: button }).click()
      await expect.element(dialog.getByRole('button', { name: 'Zoom in' })).toBeVisible()
      await expectAccessible()
      await expectReadable()
      await escapeFrom(dialog)
    }
  })

  longTest('empty lists have no violations', async ({ api }) => {
    const viewer = await api.signUp()
    const screen = await renderScreen('/bookmark', { member: viewer })
    for (const [path, text] of [
      ['/bookmark', 'You have not added any Bookmarks!'],
      [NOTIFICATIONS.notifications, /^Nothing yet\./],
      [TAGS.followedTags, /^You do not follow any tags\./],
      [SAFETY.blockedMembers, 'You have not blocked anyone.'],
    ] as const) {
      await screen.open(path)
      await expect.element(page.getByRole('main').getByText(text)).toBeVisible()
      await expectAccessible()
    }
    await screen.open(`/profile/${viewer.username}`)
    await page.getByRole('button', { name: '0 Followers' }).click()
    await expect.element(dialog).toBeVisible()
    await expectAccessible()
  })

  longTest('the settings have no violations', async ({ api }) => {
    const screen = await renderScreen(SETTINGS.security, { member: await api.signUp(makePerson('Vic')) })
    await expect.element(page.getByRole('listitem').filter({ hasText: 'this session' })).toBeVisible()
    await expect.element(page.getByRole('list', { name: 'Recent activity' })).toBeVisible()
    await page.getByRole('button', { name: 'Change password' }).click()
    const current = page.getByLabelText('Current password', { exact: true })
    await expect.element(current).toHaveAttribute('aria-invalid', 'true')
    await page.getByRole('button', { name: 'Set up' }).click()
    await expect.element(page.getByRole('img', { name: 'QR code of the secret' })).toBeVisible()
    // Where it is now, a bar may cover a part of a button.
    window.scrollTo(0, 0)
    await expectAccessible()
    await expectReadable()
    await screen.open(NOTIFICATIONS.notificationSettings)
    await expect.element(page.getByRole('main').getByRole('switch').first()).toBeVisible()
    await expectAccessible()
    await screen.open(SETTINGS.settings)
    await page.getByRole('button', { name: 'Delete account' }).click()
    await expect.element(page.getByRole('dialog', { name: 'Delete account' })).toBeVisible()
    await expectAccessible()
    await expectReadable()
  })

  longTest('the dialogs have no violations', async ({ api }) => {
    const [viewer, other] = [await api.signUp(makePerson('Vic')), await api.signUp(makePerson('Oto'))]
    const post = await api.writePost(viewer, 'Words')
    await api.like(post, other)
    await api.follow(viewer, other)
    await api.follow(other, viewer)
    await renderScreen(`/profile/${viewer.username}`, { member: viewer })
    for (const { button, name } of [
      { button: 'New Post', name: 'New Post' },
      { button: 'Edit Profile', name: 'Edit Profile' },
      { button: '1 Followers', name: 'Followers' },
      { button: '1 Following', name: 'Following' },
      { button: 'Liked by: 1', name: 'Liked By' },
    ]) {
      await page.getByRole('button', { name: button }).click()
      const opened = page.getByRole('dialog', { name })
      await expect.element(opened).toBeVisible()
      if (button.includes('1')) await expect.element(opened.getByText(`@${other.username}`)).toBeVisible()
      await expectAccessible()
      await escapeFrom(opened)
    }
    for (const item of ['Edit Post', 'Delete Post']) {
      await page.getByRole('button', { name: 'Post options' }).click()
      await page.getByRole('menuitem', { name: item }).click()
      await expect.element(dialog).toBeVisible()
      await expectAccessible()
      await escapeFrom(dialog)
    }
  })

  longTest('menus, emoji and open comments have no violations', async ({ api }) => {
    const viewer = await api.signUp(makePerson('Vic'))
    const post = await api.writePost(viewer, 'Words')
    await api.comment(post, viewer, 'Well said')
    await renderScreen('/', { member: viewer })
    await page.getByRole('button', { name: 'Comments: 1' }).click()
    await expect.element(page.getByRole('article', { name: /^Comment by/ })).toBeVisible()
    for (const { button, popup } of [
      { button: /Latest Posts/, popup: menu },
      { button: 'Post options', popup: menu },
      { button: 'Comment options', popup: menu },
      { button: 'Who can comment: Everyone', popup: menu },
      { button: 'Add emoji', popup: page.getByRole('dialog', { name: 'Emoji' }) },
    ]) {
      await page.getByRole('button', { name: button }).click()
      await expect.element(popup).toBeVisible()
      await expectAccessible()
      await escapeFrom(popup)
    }
    await page.getByRole('button', { name: 'Comment options' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await expect.element(page.getByRole('form', { name: 'Edit comment' })).toBeVisible()
    await expectAccessible()
  })

  longTest('notifications have no violations', async ({ api }) => {
    const ann = await api.signUp(makePerson('Ann'))
    const [bob, cat] = [await api.signUp(makePerson('Bob')), await api.signUp(makePerson('Cat'))]
    const post = await api.writePost(ann, 'Much to tell')
    for (const member of [bob, cat]) await api.like(post, member)
    const comment = await api.comment(post, bob, 'Well said')
    await api.follow(ann, cat)
    const screen = await renderScreen('/bookmark', { member: ann })
    const bell = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Notifications, 3 unread' })
    await bell.click()
    const rows = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')
    await expect.element(rows.filter({ hasText: 'Well said' })).toBeVisible()
    await expectAccessible()
    await expectReadable()
    await page.getByRole('group', { name: 'Show' }).getByRole('button', { name: 'Likes' }).click()
    await expect.element(rows.filter({ hasText: 'Well said' })).not.toBeInTheDocument()
    await expectAccessible()
    await screen.open(`/post-detail/${post.id}#comment-${comment}`)
    await expect.element(page.getByRole('listitem').filter({ hasText: 'Well said' })).toHaveFocus()
    await expectAccessible()
    await page.getByRole('button', { name: 'Post options' }).click()
    await expect.element(page.getByRole('menuitem', { name: 'Mute notifications' })).toBeVisible()
    await expectAccessible()
  })

  longTest('the search has no violations', async ({ api }) => {
    const viewer = await api.signUp(makePerson('Sue'))
    const word = viewer.username.replace('_', '')
    const { name, base64 } = await makePhoto()
    const buffer = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const { url } = await api.upload(viewer, { name, mimeType: 'image/jpeg', buffer })
    await api.writePost(viewer, `Words with #${word}`, { mediaUrl: url, type: 'image', alt: 'A pond' })
    const screen = await renderScreen(SEARCH.search, { member: viewer })
    await expect.element(page.getByRole('region', { name: 'How to search' })).toBeVisible()
    await expectAccessible()
    const field = page.getByRole('combobox', { name: 'Search', exact: true })
    const options = page.getByRole('listbox').getByRole('option')
    await field.fill(viewer.username)
    await expect.element(options.filter({ hasText: `@${viewer.username}` })).toBeVisible()
    await expectAccessible()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText(/found$/).first()).toBeInTheDocument()
    await field.fill('')
    await expect.element(page.getByRole('listbox', { name: 'Recent searches' })).toBeVisible()
    await expectAccessible()

    await screen.open(`/search?q=${word} pond has:picture from:${viewer.username}`)
    const filter = (name: RegExp) => page.getByRole('group', { name: 'Filters' }).getByRole('button', { name })
    await filter(/^Dates/).click()
    await expect.element(card('A pond')).toBeVisible()
    await expectAccessible()
    await expectReadable()
    await filter(/^Where/).click()
    await expect.element(menu).toBeVisible()
    await expectAccessible()
    for (const [search, shown] of [
      [`${word} has:sound tag:`, /^has: is followed/],
      [`${word} has:video`, /^No posts found/],
      [`${viewer.username}&tab=people`, /^1 .* found$/],
      [`${word}&tab=tags`, /^1 .* found$/],
    ] as const) {
      await screen.open(`/search?q=${search}`)
      await expect.element(page.getByText(shown).first()).toBeInTheDocument()
      await expectAccessible()
    }
  })

  longTest('safety has no violations', async ({ api, noise }) => {
    noise.expect(/status of 404/)
    const [viewer, other] = [await api.signUp(makePerson('Vic')), await api.signUp(makePerson('Oto'))]
    const writer = await api.signUp()
    await api.follow(writer, viewer)
    const post = await api.writePost(writer, 'A thread')
    const blocked = await api.signUp()
    await api.comment(post, blocked, 'Not at all')
    await api.block(blocked, viewer)
    await api.mute(other, 'day', viewer)
    await api.muteWord('thread', viewer)
    await api.setPrivate(viewer, true)
    await api.follow(viewer, await api.signUp())
    const screen = await renderScreen('/', { member: viewer })
    await expect.element(page.getByText('You muted “thread”')).toBeVisible()
    await expectAccessible()
    for (const path of Object.values(SAFETY)) {
      await screen.open(path)
      await expect.element(page.getByRole('main').getByRole('listitem')).toBeVisible()
      await expectAccessible()
    }
    await screen.open(`/profile/${other.username}`)
    await expect.element(page.getByText(/^You muted .* until/)).toBeVisible()
    await expectAccessible()
    await screen.open(`/profile/${writer.username}`)
    const options = page.getByRole('button', { name: 'Profile options' })
    await options.click()
    await expect.element(menu).toBeVisible()
    await expectAccessible()
    await escapeFrom(menu)
    for (const item of [/^Mute/, /^Block/]) {
      await options.click()
      await page.getByRole('menuitem', { name: item }).click()
      const opened = page.getByRole('dialog', { name: item })
      await expect.element(opened).toBeVisible()
      await expectAccessible()
      await escapeFrom(opened)
    }
    await screen.open(`/post-detail/${post.id}`)
    await expect.element(page.getByText('A comment by a member whom you do not see')).toBeVisible()
    await expectAccessible()
  })
})
