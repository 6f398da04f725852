import type { Page } from '@playwright/test'
import { makePerson } from '../support/api.ts'
import { escapeFrom } from '../support/keyboard.ts'
import { card } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'
import { LONG } from '../support/where.ts'

const HIDDEN_COMMENT = 'A comment by a member whom you do not see'
const UNKNOWN = 'There is no such member.'

/** Follows a link of the navigation. Unlike a reload, this keeps the client's cache. */
async function go(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

async function confirmBlock(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^Block @/ })
  await expect(dialog).toContainText('Signed-out visitors can still read public posts')
  await dialog.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(dialog).toBeHidden()
}

test(
  'a member blocked from a post menu is gone everywhere without a reload, in other tabs too, and back after the unblock',
  LONG,
  async ({ api, openAs, noise }) => {
    noise.expect(/status of 404/)
    const [viewer, rex, flo] = [
      await api.signUp(makePerson('Vic')),
      await api.signUp(makePerson('Rex')),
      await api.signUp(makePerson('Flo')),
    ]
    for (const other of [rex, flo]) await api.follow(other, viewer)
    const thread = await api.writePost(flo, 'A thread of Flo')
    await api.comment(thread, rex, 'Rex was here')
    await api.comment(thread, flo, 'Flo too')
    await api.like(thread, rex)
    const rexPost = await api.writePost(rex, 'By Rex')
    await api.bookmark(rexPost, viewer)

    const [page, atThread, atProfile] = [await openAs(viewer), await openAs(viewer), await openAs(viewer)]
    await atThread.goto(`/post-detail/${thread.id}`)
    const comments = atThread.getByRole('article', { name: /^Comment by/ })
    await expect(comments).toContainText(['Flo too', 'Rex was here'])
    await atProfile.goto(`/profile/${rex.username}`)
    await expect(card(atProfile, 'By Rex')).toBeVisible()
    // A change that is shown proves that these tabs receive live events.
    await api.like(thread, flo)
    await expect(atThread.getByRole('button', { name: 'Liked by: 2' })).toBeVisible()
    await api.like(rexPost, flo)
    await expect(atProfile.getByRole('button', { name: 'Liked by: 1' })).toBeVisible()

    await page.goto('/bookmark')
    await expect(card(page, 'By Rex')).toBeVisible()
    await go(page, 'Home')
    await card(page, 'By Rex').getByRole('button', { name: 'Post options' }).click()
    await page.getByRole('menuitem', { name: `Block @${rex.username}…` }).click()
    await confirmBlock(page)
    await expect(page.getByRole('article')).toContainText(['A thread of Flo'])
    await expect(card(page, 'By Rex')).toHaveCount(0)
    await expect(page.getByRole('main')).toBeFocused()
    await go(page, 'Bookmark')
    await expect(page.getByText('You have not added any Bookmarks!')).toBeVisible()
    await expect(page.getByText(`@${rex.username}`, { exact: true })).toHaveCount(0)

    await expect(comments).toHaveCount(1)
    await expect(atThread.getByRole('listitem').filter({ hasText: HIDDEN_COMMENT })).toBeVisible()
    await atThread.getByRole('button', { name: 'Liked by: 2' }).click()
    const likers = atThread.getByRole('dialog', { name: 'Liked By' })
    await expect(likers.getByRole('listitem')).toHaveCount(1)
    await expect(likers.getByText('and 1 hidden')).toBeVisible()
    await escapeFrom(atThread, likers)
    await expect(atProfile.getByText(UNKNOWN)).toBeVisible()
    await expect(atProfile.getByText(rex.firstName)).toHaveCount(0)

    await go(page, 'Profile')
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'Blocked members' }).click()
    const entry = page.getByRole('list', { name: 'Blocked members' }).getByRole('listitem')
    await expect(entry).toContainText(`@${rex.username}`)
    await entry.getByRole('button', { name: 'Unblock' }).click()
    await expect(page.getByText('You have not blocked anyone.')).toBeVisible()
    await expect(comments).toContainText(['Flo too', 'Rex was here'])
    await expect(card(atProfile, 'By Rex')).toBeVisible()
    await expect(atProfile.getByRole('main').getByRole('button', { name: 'Follow', exact: true })).toBeVisible()
    await go(page, 'Bookmark')
    await expect(card(page, 'By Rex')).toBeVisible()
  },
)

test("one's posts leave the screen of a member whom one blocks, and return with the unblock", async ({
  api,
  openAs,
  noise,
}) => {
  noise.expect(/status of 404/)
  const [author, reader] = [await api.signUp(makePerson('Ada')), await api.signUp(makePerson('Vic'))]
  const post = await api.writePost(author, 'Not for everybody')
  const page = await openAs(reader)
  await page.goto(`/post-detail/${post.id}`)
  await api.like(post, author)
  await expect(page.getByRole('button', { name: 'Liked by: 1' })).toBeVisible()
  await api.block(reader, author)
  await expect(page.getByText('There is no such post. It may have been deleted.')).toBeVisible()
  await api.unblock(reader, author)
  await expect(card(page, 'Not for everybody')).toBeVisible()
})
