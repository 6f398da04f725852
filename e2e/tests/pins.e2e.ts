import type { Page } from '@playwright/test'
import { patient } from '@quack/testing/patience'
import { makePerson } from '../support/api.ts'
import { untilLive } from '../support/live.ts'
import { card, clickAndSave } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'
import { LONG } from '../support/where.ts'

/**
 * A click is lost if the list takes on another order between pressing and releasing the button. Then it is clicked
 * again.
 */
async function choose(page: Page, text: string, item: string): Promise<void> {
  const entry = page.getByRole('menuitem', { name: item, exact: true })
  await expect(async () => {
    if (!(await entry.isVisible())) await card(page, text).getByRole('button', { name: 'Post options' }).click()
    await expect(entry).toBeVisible({ timeout: patient(5_000) })
  }).toPass()
  await entry.click()
}

test(
  "a pinned post is first on the profile, labelled and not repeated, also in the author's other tab",
  LONG,
  async ({ api, openAs }) => {
    const [author, reader] = [await api.signUp(makePerson('Pia')), await api.signUp(makePerson('Vic'))]
    for (const text of ['The oldest', 'The middle', 'The newest']) await api.writePost(author, text)
    const path = `/profile/${author.username}`
    const other = await openAs(author)
    const isLive = untilLive(other)
    await other.goto(path)
    await expect(other.getByRole('article')).toContainText(['The newest', 'The middle', 'The oldest'])
    await isLive

    const page = await openAs(author)
    await page.goto(path)
    await choose(page, 'The oldest', 'Pin to profile')
    for (const each of [page, other]) {
      await expect(each.getByRole('article')).toContainText(['The oldest', 'The newest', 'The middle'])
      await expect(card(each, 'The oldest').getByText('Pinned', { exact: true })).toBeVisible()
    }

    await choose(page, 'The middle', 'Pin to profile')
    // Then the server has it.
    await expect(other.getByRole('article')).toContainText(['The middle', 'The newest', 'The oldest'])
    const seen = await openAs(reader)
    await seen.goto(path)
    for (const each of [page, other, seen]) {
      await expect(each.getByRole('article')).toContainText(['The middle', 'The newest', 'The oldest'])
      await expect(each.getByText('Pinned', { exact: true })).toHaveCount(1)
    }
    const like = card(seen, 'The middle').getByRole('button', { name: 'Like', exact: true })
    await clickAndSave(seen, like, '/like')
    await seen.reload()
    await expect(card(seen, 'The middle').getByRole('button', { name: 'Liked by: 1' })).toBeVisible()

    await choose(page, 'The middle', 'Unpin from profile')
    for (const each of [page, other]) {
      await expect(each.getByRole('article')).toContainText(['The newest', 'The middle', 'The oldest'])
      await expect(each.getByText('Pinned', { exact: true })).toHaveCount(0)
    }
  },
)
