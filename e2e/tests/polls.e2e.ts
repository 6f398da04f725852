import type { Page } from '@playwright/test'
import { makePerson } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { pressOn, tabTo } from '../support/keyboard.ts'
import { untilLive } from '../support/live.ts'
import { makeOwnPhoto } from '../support/photo.ts'
import { attach, card, clickAndSave } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'

/** The row of an option. */
const row = (page: Page, name: string) => card(page, 'Which one?').getByRole('listitem').filter({ hasText: name })

test('a warning, four pictures and a poll are written by keyboard; a vote is seen in two tabs, and by others', async ({
  api,
  openAs,
}) => {
  const [ann, bob] = [await api.signUp(makePerson('Ann')), await api.signUp(makePerson('Bob'))]
  await api.follow(ann, bob)
  const page = await openAs(ann)
  await page.goto('/')
  const form = page.getByRole('form', { name: 'New post' })
  await tabTo(page, form.getByRole('textbox', { name: 'New post' }))
  await page.keyboard.type('Which one?')
  await attach(page, await Promise.all(Array.from({ length: 4 }, makeOwnPhoto)))
  await expect(form.getByRole('button', { name: 'Picture 4 of 4: no description' })).toBeVisible()
  await pressOn(page, form.getByRole('button', { name: 'Add warning' }))
  await expect(form.getByRole('textbox', { name: 'Warning' })).toBeFocused()
  await page.keyboard.type('Water')
  await pressOn(page, form.getByRole('button', { name: 'Add poll' }))
  await expect(form.getByRole('textbox', { name: 'Option 1' })).toBeFocused()
  await page.keyboard.type('The pond')
  await page.keyboard.press('Enter')
  await page.keyboard.type('The sea')
  await tabTo(page, form.getByRole('combobox', { name: 'Results' }))
  await page.keyboard.type('After')
  await pressOn(page, form.getByRole('button', { name: 'Post', exact: true }))
  await expect(form.getByRole('textbox', { name: 'New post' })).toHaveValue('')
  const hers = card(page, 'Water')
  await pressOn(page, hers.getByRole('button', { name: 'Show', exact: true }))
  await expect(hers.getByRole('button', { name: /^View picture/ })).toHaveCount(4)
  await expect(row(page, 'The pond')).toContainText('0%')
  await expectAccessible(page)

  // Two tabs of one browser.
  const first = await openAs(bob)
  await first.goto('/')
  const second = await first.context().newPage()
  const isLive = untilLive(second)
  for (const tab of [first, second]) {
    await tab.goto('/')
    await card(tab, 'Water').getByRole('button', { name: 'Show', exact: true }).click()
    await expect(card(tab, 'Which one?')).toContainText('Results after you vote')
  }
  await isLive
  // With its first tap, a tab listens to the others for certain.
  await clickAndSave(second, card(second, 'Which one?').getByRole('button', { name: 'Bookmark' }), '/bookmark')
  await tabTo(first, row(first, 'The pond').getByRole('radio'))
  await first.keyboard.press('ArrowDown')
  await clickAndSave(first, card(first, 'Which one?').getByRole('button', { name: 'Vote', exact: true }), '/vote')
  for (const tab of [first, second]) {
    await expect(row(tab, 'The sea')).toContainText('(your choice)')
    await expect(row(tab, 'The sea')).toContainText('100%')
  }
  // Live: she has asked.
  await expect(row(page, 'The sea')).toContainText('100%')
})
