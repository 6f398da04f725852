import type { Page } from '@playwright/test'
import { makePerson } from '../support/api.ts'
import { holdBack } from '../support/gate.ts'
import { card, clickAndSave } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'

const LIKE_OR_DISLIKE = /\/api\/posts\/(dis)?like\//

/** Follows a link of the navigation. Unlike a reload, this keeps the client's cache. */
async function go(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

test('a like, a bookmark and an edit show immediately on every screen, without refetching its list', async ({
  api,
  openAs,
}) => {
  const member = await api.signUp()
  await api.writePost(member, 'One post, many places')
  const page = await openAs(member)
  // A list that was read a minute ago is read again, and a slow machine may need that long.
  await page.clock.setFixedTime(Date.now())
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'GET' && /^\/api\/(feed|posts\/user)/.test(pathname)) reads.push(pathname)
  })
  const seen = card(page, 'One post, many places')
  await page.goto('/')
  await expect(seen).toBeVisible()
  await go(page, 'Profile')
  await clickAndSave(page, seen.getByRole('button', { name: 'Like', exact: true }), '/api/posts/like/')
  await clickAndSave(page, seen.getByRole('button', { name: 'Bookmark', exact: true }), '/api/users/bookmark/')
  await go(page, 'Bookmark')
  await expect(seen.getByRole('button', { name: 'Liked by: 1' })).toBeVisible()
  await go(page, 'Home')
  await expect(seen.getByRole('button', { name: 'Like', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect(seen.getByRole('button', { name: 'Bookmark', exact: true })).toHaveAttribute('aria-pressed', 'true')

  await seen.getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Edit Post' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Post' })
  await dialog.getByRole('textbox').fill('One post, many places, edited')
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(dialog).toBeHidden()
  await go(page, 'Profile')
  await expect(card(page, 'many places, edited')).toBeVisible()
  expect(reads).toHaveLength(2)
})

test('a like shows before the server has answered, and after rapid taps the last state is saved', async ({
  api,
  openAs,
}) => {
  const member = await api.signUp()
  const post = await api.writePost(member, 'Make up your mind')
  const page = await openAs(member)
  await page.goto(`/post-detail/${post.id}`)
  const heart = page.getByRole('button', { name: 'Like', exact: true })
  for (const { taps, pressed, count, last } of [
    { taps: 2, pressed: 'false', count: 0, last: '/api/posts/dislike/' },
    { taps: 3, pressed: 'true', count: 1, last: '/api/posts/like/' },
    { taps: 2, pressed: 'true', count: 1, last: '/api/posts/like/' },
  ]) {
    const settled = page.waitForResponse((response) => response.url().includes(last))
    // Taps before the first one is sent, which needs the device's rows, may take each other back.
    const sent = page.waitForRequest(LIKE_OR_DISLIKE)
    const gate = await holdBack(page, LIKE_OR_DISLIKE)
    await heart.click()
    await sent
    for (let tap = 1; tap < taps; tap++) await heart.click()
    await expect(heart).toHaveAttribute('aria-pressed', pressed)
    await expect(page.getByRole('button', { name: `Liked by: ${count}` })).toBeVisible()
    gate.open()
    await settled
    await page.reload()
    await expect(heart).toHaveAttribute('aria-pressed', pressed)
    await expect(page.getByRole('button', { name: `Liked by: ${count}` })).toBeVisible()
  }
})

test('a new avatar and a follow show everywhere on the screen', async ({ api, openAs }) => {
  const [viewer, author] = [await api.signUp(makePerson('Vic')), await api.signUp(makePerson('Ada'))]
  await api.writePost(viewer, 'Look at my face')
  const post = await api.writePost(author, 'By Ada')
  await api.like(post, author)
  const page = await openAs(viewer)
  await page.goto(`/profile/${viewer.username}`)
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
  await dialog.locator('label', { hasText: 'Avatar 6' }).click()
  await clickAndSave(page, dialog.getByRole('button', { name: 'Save' }), '/api/users/edit')
  await expect(card(page, 'Look at my face').locator('img').first()).toHaveAttribute('src', /preset-3/)
  await go(page, 'Home')
  await expect(card(page, 'Look at my face').locator('img').first()).toHaveAttribute('src', /preset-3/)

  await visit(page, `/profile/${author.username}`)
  const head = page.getByRole('region', { name: 'Ada Mallard', exact: true })
  await clickAndSave(page, head.getByRole('button', { name: 'Follow', exact: true }), '/api/users/follow/')
  await page.getByRole('button', { name: 'Liked by: 1' }).click()
  await expect(page.getByRole('dialog', { name: 'Liked By' }).getByRole('button', { name: 'Following' })).toBeVisible()
})
