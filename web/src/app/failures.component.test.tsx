import { describe, expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { makePerson, test } from '../../test/component-test.ts'
import { card } from '../../test/posts.ts'
import { blockStorage, renderScreen } from '../../test/render-screen.tsx'
import { breakWrites, holdBack } from '../../test/requests.ts'
import { expectToast } from '../../test/toast.ts'

const UNREACHABLE = 'Quack cannot be reached. Check your connection and try again.'

describe('what fails', () => {
  test('a like, bookmark or follow that fails is rolled back, with a toast and a line in the console', async ({
    api,
    noise,
  }) => {
    noise.expect(/ERR_CONNECTION_FAILED/)
    const [viewer, author] = [await api.signUp(), await api.signUp(makePerson('Ada'))]
    await api.writePost(author, 'Try me')
    await blockStorage()
    await renderScreen(`/profile/${author.username}`, { member: viewer })
    const post = card('Try me')
    await expect.element(post).toBeVisible()
    await breakWrites()
    const fail = async (button: Locator) => {
      await expectToast(UNREACHABLE, () => button.click())
      await noise.hear(/NetworkError/)
    }
    const like = post.getByRole('button', { name: 'Like', exact: true })
    await fail(like)
    await expect.element(like).toHaveAttribute('aria-pressed', 'false')
    await expect.element(post.getByRole('button', { name: 'Liked by: 0' })).toBeVisible()
    const bookmark = post.getByRole('button', { name: 'Bookmark', exact: true })
    await fail(bookmark)
    await expect.element(bookmark).toHaveAttribute('aria-pressed', 'false')
    const head = page.getByRole('region', { name: 'Ada Mallard', exact: true })
    const follow = head.getByRole('button', { name: 'Follow', exact: true })
    await fail(follow)
    await expect.element(follow).toBeVisible()
    await expect.element(head.getByRole('button', { name: '0 Followers' })).toBeVisible()
  })

  test('when saving fails, Edit Profile stays open with what was typed', async ({ api, noise }) => {
    noise.expect(/ERR_CONNECTION_FAILED/)
    const member = await api.signUp()
    await renderScreen(`/profile/${member.username}`, { member })
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
    const bio = dialog.getByLabelText('Bio')
    await bio.fill('Half a life story')
    await breakWrites()
    await expectToast(UNREACHABLE, () => dialog.getByRole('button', { name: 'Save' }).click())
    await noise.hear(/NetworkError/)
    await expect.element(bio).toHaveValue('Half a life story')
  })

  test("a refusal is shown with the server's message", async ({ api, noise }) => {
    noise.expect(/status of 404/)
    const [author, viewer] = [await api.signUp(), await api.signUp()]
    const post = await api.writePost(author, 'Soon gone')
    await renderScreen(`/profile/${author.username}`, { member: viewer })
    const like = card('Soon gone').getByRole('button', { name: 'Like', exact: true })
    // Deleted after the click: the page learns of a deletion, and removes the card.
    const gate = await holdBack(/^\/api\/posts\/\d+\/like/)
    await expectToast('There is no such post. It may have been deleted.', async () => {
      await like.click()
      await gate.arrived()
      await api.deletePost(post, author)
      await gate.open()
    })
    await noise.hear(/There is no such post/)
    await expect.element(card('Soon gone')).not.toBeInTheDocument()
  })
})
