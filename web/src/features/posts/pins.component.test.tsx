import { describe, expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { longTest, test } from '../../../test/component-test.ts'
import { card } from '../../../test/posts.ts'
import { renderScreen } from '../../../test/render-screen.tsx'

const pinned = page.getByText('Pinned', { exact: true })

async function choose(post: Locator, item: string): Promise<void> {
  await post.getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** The first posts on the screen have these words, in this order. */
async function expectOrder(...words: string[]): Promise<void> {
  const shown = () =>
    page
      .getByRole('article')
      .elements()
      .map(({ textContent }) => words.find((each) => textContent?.includes(each)))
  await expect.poll(() => shown().slice(0, words.length)).toEqual(words)
}

describe('a pinned post', () => {
  test('is first on the profile, labelled and not repeated, also if another device pins it', async ({ api }) => {
    const author = await api.signUp()
    await api.writePost(author, 'The oldest')
    const middle = await api.writePost(author, 'The middle')
    await api.writePost(author, 'The newest')
    await renderScreen(`/profile/${author.username}`, { member: author })
    await expectOrder('The newest', 'The middle', 'The oldest')
    await choose(card('The oldest'), 'Pin to profile')
    await expectOrder('The oldest', 'The newest', 'The middle')
    await expect.element(card('The oldest').getByText('Pinned', { exact: true })).toBeVisible()

    await api.pin(middle, author)
    await expectOrder('The middle', 'The newest', 'The oldest')
    await expect.element(pinned).toHaveLength(1)

    await choose(card('The middle'), 'Unpin from profile')
    await expectOrder('The newest', 'The middle', 'The oldest')
    await expect.element(pinned).not.toBeInTheDocument()
  })

  longTest('of a later page is first too; a new post comes after it; deleting it unpins it', async ({ api }) => {
    const author = await api.signUp()
    const old = await api.writePost(author, 'Long ago')
    for (let count = 0; count < 21; count++) await api.writePost(author, `Post number ${count}.`)
    const screen = await renderScreen(`/post-detail/${old.id}`, { member: author })
    await choose(card('Long ago'), 'Pin to profile')
    await screen.open(`/profile/${author.username}`)
    await expectOrder('Long ago', 'Post number 20.')
    await expect.element(pinned).toHaveLength(1)

    await page.getByRole('button', { name: 'New Post' }).click()
    const dialog = page.getByRole('dialog', { name: 'New Post' })
    await dialog.getByRole('textbox').fill('Just now')
    await dialog.getByRole('button', { name: 'Post', exact: true }).click()
    await expectOrder('Long ago', 'Just now')

    await choose(card('Long ago'), 'Delete Post')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await expectOrder('Just now', 'Post number 20.')
    await expect.element(pinned).not.toBeInTheDocument()
  })
})
