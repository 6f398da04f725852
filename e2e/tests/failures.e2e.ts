import type { Locator, Page } from '@playwright/test'
import { makePerson } from '../support/api.ts'
import { card } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toast.ts'

const UNREACHABLE = 'Quack cannot be reached. Check your connection and try again.'

/** Aborts all writes, as a broken network does. Reads still succeed. */
async function breakWrites(page: Page): Promise<void> {
  await page.route(/\/api\//, (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort('connectionfailed'),
  )
}

/** The device can keep nothing that is sent later. */
async function blockStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const open = () => {
      throw new DOMException('blocked', 'SecurityError')
    }
    Object.defineProperty(window, 'indexedDB', { value: { open } })
  })
}

/** Expects an action to fail with a toast and a console error. */
async function expectFailure(page: Page, act: () => Promise<void>, text = UNREACHABLE): Promise<void> {
  const logged = page.waitForEvent('console', (message) => message.type() === 'error' && /Error: /.test(message.text()))
  await expectToast(page, text, act)
  await logged
}

test('a like, bookmark or follow that fails is rolled back, with a toast and a line in the console', async ({
  api,
  openAs,
  noise,
}) => {
  noise.expect(/ERR_CONNECTION_FAILED/, /NetworkError/)
  const [viewer, author] = [await api.signUp(), await api.signUp(makePerson('Ada'))]
  await api.writePost(author, 'Try me')
  const page = await openAs(viewer)
  await blockStorage(page)
  await page.goto(`/profile/${author.username}`)
  const post = card(page, 'Try me')
  await expect(post).toBeVisible()
  await breakWrites(page)
  const like = post.getByRole('button', { name: 'Like', exact: true })
  await expectFailure(page, () => like.click())
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  await expect(post.getByRole('button', { name: 'Liked by: 0' })).toBeVisible()
  const bookmark = post.getByRole('button', { name: 'Bookmark', exact: true })
  await expectFailure(page, () => bookmark.click())
  await expect(bookmark).toHaveAttribute('aria-pressed', 'false')
  const head = page.getByRole('region', { name: 'Ada Mallard', exact: true })
  await expectFailure(page, () => head.getByRole('button', { name: 'Follow', exact: true }).click())
  await expect(head.getByRole('button', { name: 'Follow', exact: true })).toBeVisible()
  await expect(head.getByRole('button', { name: '0 Followers' })).toBeVisible()
})

test('when sending fails and this device can keep nothing for later, nothing that was typed is lost', async ({
  api,
  openAs,
  noise,
}) => {
  noise.expect(/ERR_CONNECTION_FAILED/, /NetworkError/)
  const member = await api.signUp()
  await api.writePost(member, 'Already here')
  const page = await openAs(member)
  await blockStorage(page)
  await page.goto('/')
  const post = card(page, 'Already here')
  await post.getByRole('button', { name: 'Comments: 0' }).click()
  await breakWrites(page)

  const form = page.getByRole('form', { name: 'New post' })
  await form.getByRole('textbox').fill('Not to be lost')
  await expectFailure(page, () => form.getByRole('button', { name: 'Post', exact: true }).click())
  await expect(form.getByRole('textbox')).toHaveValue('Not to be lost')
  await expect(card(page, 'Not to be lost')).toHaveCount(0)

  const reply = post.getByPlaceholder('Quack your reply!')
  await reply.fill('Nor this')
  await expectFailure(page, () => post.getByRole('button', { name: 'Reply', exact: true }).click())
  await expect(reply).toHaveValue('Nor this')
  await expect(post.getByRole('button', { name: 'Comments: 0' })).toBeVisible()

  await post.getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Delete Post' }).click()
  const confirm = page.getByRole('dialog')
  await expectFailure(page, () => confirm.getByRole('button', { name: 'Delete', exact: true }).click())
  await confirm.getByRole('button', { name: 'Cancel' }).click()
  await expect(post).toBeVisible()

  await page.reload()
  await expect(form.getByRole('textbox')).toHaveValue('Not to be lost')
})

test('when saving fails, Edit Profile stays open with what was typed', async ({ api, openAs, noise }) => {
  noise.expect(/ERR_CONNECTION_FAILED/, /NetworkError/)
  const member = await api.signUp()
  const page = await openAs(member)
  await page.goto(`/profile/${member.username}`)
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
  const bio: Locator = dialog.getByLabel('Bio')
  await bio.fill('Half a life story')
  await breakWrites(page)
  await expectFailure(page, () => dialog.getByRole('button', { name: 'Save' }).click())
  await expect(bio).toHaveValue('Half a life story')
})

test("a refusal is shown with the server's message", async ({ api, openAs, noise }) => {
  noise.expect(/status of 404/, /There is no such post/)
  const [author, viewer] = [await api.signUp(), await api.signUp()]
  const post = await api.writePost(author, 'Soon gone')
  const page = await openAs(viewer)
  await page.goto(`/profile/${author.username}`)
  const like = card(page, 'Soon gone').getByRole('button', { name: 'Like', exact: true })
  // Deleted after the click: the page learns of a deletion, and removes the card.
  await page.route('**/api/posts/like/*', async (route) => {
    await api.deletePost(post, author)
    await route.continue()
  })
  await expectFailure(page, () => like.click(), 'There is no such post. It may have been deleted.')
  await expect(card(page, 'Soon gone')).toHaveCount(0)
})
