import type { Locator, Page } from '@playwright/test'
import type { Member } from '../support/api.ts'
import { LONG_WORD, longNamed } from '../support/cast.ts'
import { escapeFrom } from '../support/keyboard.ts'
import { expect, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'
import { LONG } from '../support/where.ts'

/** A small phone, and a usual one with a text size of 200 % (WCAG 1.4.4, 1.4.10). */
const VIEWS = [
  { name: 'at 320 px', width: 320, fontSize: '100%' },
  { name: 'at 390 px with text of twice the size', width: 390, fontSize: '200%' },
]

/** In each view, nothing scrolls sideways, neither the page nor a dialog nor a field, and all controls are inside the window. */
async function expectToFit(page: Page, screen: string): Promise<void> {
  const findWide = () =>
    page.evaluate(() => {
      const { clientWidth } = document.documentElement
      const isScrolled = (element: Element) =>
        element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowX)
      const isOutside = (element: Element) => {
        const { left, right, width } = element.getBoundingClientRect()
        return width > 1 && (left < 0 || right > clientWidth) && element.matches('a, button, label, input, textarea')
      }
      return [...document.querySelectorAll('*')]
        .filter((element) => (isScrolled(element) && element.scrollWidth > element.clientWidth) || isOutside(element))
        .map((element) => element.outerHTML.slice(0, 200))
    })
  for (const { name, width, fontSize } of VIEWS) {
    await page.setViewportSize({ width, height: 844 })
    await page.evaluate(async (size) => {
      document.documentElement.style.fontSize = size
      // What is rendered for a width follows it.
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    }, fontSize)
    // Polls: elements may still be moving to their final positions.
    await expect.poll(findWide, `${screen} ${name}`).toEqual([])
  }
}

/** By a key: what another view has moved may still be on the way to its place, and a click would miss it. */
const press = (control: Locator) => control.press('Enter')

test.use({ viewport: { width: 320, height: 844 } })

test('every screen of visitors fits', LONG, async ({ page, noise }) => {
  noise.expect(/status of 404.*no\/such\/page/)
  for (const [path, heading] of [
    ['/login', 'Welcome to Quack!'],
    ['/signup', 'Sign Up'],
    ['/reset-password/some-token', 'Choose a new password'],
    ['/no/such/page', 'Error 404'],
  ] as const) {
    await visit(page, path)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await expectToFit(page, path)
  }
})

test('every screen and dialog of members fits', LONG, async ({ api, openAs, photo }) => {
  const [viewer, other] = [await api.signUp(longNamed()), await api.signUp(longNamed())]
  const { url } = await api.upload(viewer, photo)
  const post = await api.writePost(viewer, `A picture, and ${LONG_WORD}`, { mediaUrl: url, type: 'image' })
  await fill(viewer, other)
  const page = await openAs(viewer)
  for (const path of ['/', '/explore', '/bookmark', `/post-detail/${post.id}`]) {
    await visit(page, path)
    await expect(page.getByRole('article').first()).toBeVisible()
    await expectToFit(page, path)
  }
  await visit(page, `/search?q=picture+has:picture+from:${viewer.username}+after:2026-01`)
  await press(page.getByRole('button', { name: 'Dates' }))
  await page.getByRole('region', { name: 'Found posts' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('article')).toBeVisible()
  await expectToFit(page, 'a search')
  await visit(page, '/explore')
  const search = page.getByRole('combobox', { name: 'Search', exact: true })
  await search.click()
  await expect(page.getByRole('list', { name: 'Operators' })).toBeVisible()
  await expectToFit(page, 'the operators of a search')
  await search.fill(other.username)
  await expect(page.getByRole('option', { name: other.username })).toHaveCount(2)
  await expectToFit(page, 'the suggestions of a search')
  await visit(page, '/')
  await press(page.getByRole('button', { name: 'Who can comment: Everyone' }))
  await expect(page.getByRole('menu')).toBeVisible()
  await expectToFit(page, 'the menu of who can comment')
  await press(page.getByRole('menuitemradio', { name: 'People I mention' }))
  await page.getByRole('textbox', { name: 'New post' }).fill('quack '.repeat(800))
  await expectToFit(page, 'a new post with a rule for comments')
  await page.getByRole('textbox', { name: 'New post' }).fill('')

  await visit(page, `/post-detail/${post.id}`)
  await press(page.getByRole('article', { name: /^Comment by/ }).getByRole('button', { name: 'Comment options' }))
  await expect(page.getByRole('menu')).toBeVisible()
  await expectToFit(page, 'the menu of a comment')
  await press(page.getByRole('menuitem', { name: 'Edit' }))
  await expect(page.getByRole('form', { name: 'Edit comment' })).toBeVisible()
  await expectToFit(page, 'a comment being edited')

  await visit(page, '/settings/security')
  await expect(page.getByRole('listitem').filter({ hasText: 'this session' })).toBeVisible()
  await press(page.getByRole('button', { name: 'Set up' }))
  await expect(page.getByRole('img', { name: 'QR code of the secret' })).toBeVisible()
  await expectToFit(page, '/settings/security')
  for (const [path, heading] of [
    ['/settings', 'Settings'],
    ['/settings/blocked', 'Blocked members'],
    ['/settings/muted', 'Muted members'],
    ['/settings/words', 'Muted words'],
    ['/settings/notifications', 'What tells you'],
  ] as const) {
    await visit(page, path)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await expectToFit(page, path)
  }
  await visit(page, `/profile/${other.username}`)
  await expect(page.getByRole('button', { name: '1 Followers' })).toBeVisible()
  await expectToFit(page, 'the profile of another')
  for (const item of [/^Mute/, /^Block/]) {
    await press(page.getByRole('button', { name: 'Profile options' }))
    await expect(page.getByRole('menu')).toBeVisible()
    await expectToFit(page, 'the menu of a profile')
    await press(page.getByRole('menuitem', { name: item }))
    await expect(page.getByRole('dialog', { name: item })).toBeVisible()
    await expectToFit(page, `the dialog ${item}`)
    await escapeFrom(page, page.getByRole('dialog'))
  }

  await visit(page, `/profile/${viewer.username}`)
  await expect(page.getByRole('button', { name: '1 Followers' })).toBeVisible()
  await expectToFit(page, 'the own profile')
  const dialog = page.getByRole('dialog')
  for (const button of ['New Post', 'Edit Profile', '1 Followers', '1 Following']) {
    await press(page.getByRole('button', { name: button }))
    await expect(dialog).toBeVisible()
    await expectToFit(page, button)
    await escapeFrom(page, dialog)
  }

  async function fill(member: Member, friend: Member): Promise<void> {
    await api.editProfile(member, { bio: LONG_WORD, website: `https://example.com/${LONG_WORD}` })
    await api.writePost(friend, `Words, ${LONG_WORD}`)
    await api.comment(post, member, `My own, ${LONG_WORD}`)
    await api.like(post, friend)
    await api.bookmark(post, member)
    await api.follow(friend, member)
    await api.follow(member, friend)
  }
})
