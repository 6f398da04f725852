import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'
import { PHONE } from '../support/where.ts'

async function sortBy(page: Page, sort: string): Promise<void> {
  await page.getByRole('button', { name: /Posts$/ }).click()
  await page.getByRole('menuitemradio', { name: sort }).click()
  await expect(page.getByRole('button', { name: `${sort} Posts` })).toBeVisible()
}

test(
  'the feed has the posts of the viewer and of followed members, in three orders',
  PHONE,
  async ({ api, openAs }) => {
    const [viewer, followed, stranger] = [await api.signUp(), await api.signUp(), await api.signUp()]
    const first = await api.writePost(viewer, 'The first')
    const second = await api.writePost(followed, 'The second')
    await api.writePost(viewer, 'The third')
    await api.writePost(stranger, 'By a stranger')
    await api.follow(followed, viewer)
    await api.like(first, stranger)
    await api.like(second, stranger)
    await api.like(second, viewer)

    const page = await openAs(viewer)
    await page.goto('/')
    const cards = page.getByRole('region', { name: 'Your feed' }).getByRole('article')
    await expect(page.getByRole('button', { name: 'Latest Posts' })).toBeVisible()
    await expect(cards).toContainText(['The third', 'The second', 'The first'])
    await sortBy(page, 'Oldest')
    await expect(cards).toContainText(['The first', 'The second', 'The third'])
    await sortBy(page, 'Trending')
    await expect(cards).toContainText(['The second', 'The first', 'The third'])
    await sortBy(page, 'Latest')
    await expect(cards).toContainText(['The third', 'The second', 'The first'])
    await expect(page.getByText('By a stranger')).toBeHidden()

    await page.getByRole('button', { name: 'Latest Posts' }).click()
    await expect(page.getByRole('menuitemradio')).toHaveText(['Trending', 'Oldest', 'Latest'])
    await expect(page.getByRole('menuitemradio', { name: 'Latest' })).toBeChecked()
  },
)

test(
  'a feed without posts says what to do; the form on Home writes one, which is first immediately',
  PHONE,
  async ({ api, openAs }) => {
    const page = await openAs(await api.signUp())
    await page.goto('/')
    await expect(page.getByText('Sorry, there no posts to show! Follow people to see their posts.')).toBeVisible()
    const form = page.getByRole('form', { name: 'New post' })
    const posts = page.getByRole('region', { name: 'Your feed' }).getByRole('article')
    await form.getByRole('textbox').fill('The older one')
    await form.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(posts).toContainText(['The older one'])
    await expect(form.getByRole('textbox')).toHaveValue('')
    await form.getByRole('textbox').fill('The newer one')
    await form.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(posts).toContainText(['The newer one', 'The older one'])
    await expect(form.getByRole('textbox')).toHaveValue('')
  },
)
