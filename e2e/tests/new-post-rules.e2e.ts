import type { Locator, Page } from '@playwright/test'
import { makePerson } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { escapeFrom } from '../support/keyboard.ts'
import { card, clickAndSave } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'
import { BOTH, PHONE_IN_LONG } from '../support/where.ts'

const chooser = (form: Locator, rule: string) => form.getByRole('button', { name: `Who can comment: ${rule}` })

/** Changes the rule of a new post from everyone. @param short how the button names it */
async function choose(page: Page, form: Locator, rule: string, short: string): Promise<void> {
  await chooser(form, 'Everyone').click()
  await expect(page.getByRole('menuitemradio', { name: 'Everyone' })).toBeChecked()
  await page.getByRole('menuitemradio', { name: rule }).click()
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(chooser(form, short)).toBeFocused()
}

test(
  'the author chooses who can comment before the post is written; the draft keeps it over a reload',
  PHONE_IN_LONG,
  async ({ api, openAs }) => {
    const author = await api.signUp(makePerson('Ann'))
    const page = await openAs(author)
    await page.goto('/')
    const form = page.getByRole('form', { name: 'New post' })
    const send = form.getByRole('button', { name: 'Post', exact: true })
    await choose(page, form, 'Nobody', 'Nobody')
    await page.reload()
    await expect(chooser(form, 'Nobody')).toHaveText('Nobody')
    await form.getByRole('textbox').fill('For reading only')
    await clickAndSave(page, send, '/api/posts')
    await expect(card(page, 'For reading only')).toBeVisible()
    // The next post starts anew.
    await expect(chooser(form, 'Everyone')).toBeVisible()
    await form.getByRole('textbox').fill('For everybody')
    await clickAndSave(page, send, '/api/posts')
    const headers = { authorization: author.token }
    const { posts } = (await (await page.request.get('/api/feed', { headers })).json()) as {
      posts: { content: string; whoMayComment?: string }[]
    }
    // It is named if it is another than everyone's.
    expect(posts.map(({ content, whoMayComment }) => [content, whoMayComment])).toEqual([
      ['For everybody', undefined],
      ['For reading only', 'nobody'],
    ])
  },
)

test('the New Post dialog shares the choice with Home; Escape closes only its menu', BOTH, async ({ api, openAs }) => {
  const author = await api.signUp(makePerson('Ann'))
  const page = await openAs(author)
  await page.goto('/explore')
  await page.getByRole('button', { name: 'New Post' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Post' })
  await choose(page, dialog, 'People I mention', 'Mentioned')
  await chooser(dialog, 'Mentioned').click()
  await escapeFrom(page, page.getByRole('menu'))
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await escapeFrom(page, dialog)
  await page.goto('/')
  const form = page.getByRole('form', { name: 'New post' })
  await expect(chooser(form, 'Mentioned')).toBeVisible()
  await form.getByRole('textbox').fill('Hello @nobody_else')
  await clickAndSave(page, form.getByRole('button', { name: 'Post', exact: true }), '/api/posts')
  await card(page, 'Hello @nobody_else').getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Who can comment…' }).click()
  await expect(page.getByRole('radio', { name: 'People I mention' })).toBeChecked()
})

test('editing a post does not change who can comment', async ({ api, openAs }) => {
  const author = await api.signUp(makePerson('Ann'))
  const post = await api.writePost(author, 'A quiet cornre')
  await api.setWhoMayComment(post, author, 'nobody')
  const page = await openAs(author)
  await page.goto('/')
  await card(page, 'A quiet cornre').getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Edit Post' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Post' })
  await dialog.getByRole('textbox').fill('A quiet corner')
  await expect(dialog.getByRole('button', { name: /^Who can comment/ })).toHaveCount(0)
  await clickAndSave(page, dialog.getByRole('button', { name: 'Update' }), '/api/posts/edit/')
  await card(page, 'A quiet corner').getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Who can comment…' }).click()
  await expect(page.getByRole('radio', { name: 'Nobody' })).toBeChecked()
})
