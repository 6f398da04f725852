import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, expectReadable } from '../../../test/axe.ts'
import { makePerson, test } from '../../../test/component-test.ts'
import { pressOn } from '../../../test/keyboard.ts'
import { goOffline, goOnline } from '../../../test/network.ts'
import { card, clickAndSave } from '../../../test/posts.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
import { watchRequests } from '../../../test/requests.ts'

const form = page.getByRole('form', { name: 'New post' })
const text = form.getByRole('textbox', { name: 'New post' })
const send = form.getByRole('button', { name: 'Post', exact: true })
const language = (name: string | RegExp) => page.getByRole('button', { name })
const search = page.getByRole('searchbox', { name: 'Search languages' })

async function choose(typed: string, name: string): Promise<void> {
  await search.fill(typed)
  await page.getByRole('button', { name }).click()
  await expect.element(search).not.toBeInTheDocument()
}

test('the language of a post is guessed, and can be changed, also while the post waits; the choice is remembered', async ({
  api,
}) => {
  const screen = await renderScreen('/', { member: await api.signUp(), size: 'phone' })
  const sent = await watchRequests(/^\/api\/posts/, 'write')
  const lastLang = async () => JSON.parse((await sent()).at(-1)?.body ?? '{}').postData?.lang
  await expect.element(text).toBeVisible()
  await expect.element(language(/^Language:/)).not.toBeInTheDocument()
  await text.fill('오리')
  await expect.element(language('Language: 한국어, ko')).toBeVisible()
  await text.fill('A duck')
  await expect.element(language(/^Language: (American )?English/)).toBeVisible()
  await pressOn(language(/^Language:/))
  await expect.element(search).toHaveFocus()
  await expectAccessible()
  await expectReadable()
  await userEvent.keyboard('duits{Enter}')
  await expect.element(page.getByText('No such language')).toBeVisible()
  await search.fill('germ')
  await userEvent.keyboard('{Enter}')
  await expect.element(language('Language: Deutsch, de')).toHaveFocus()
  // A choice stays, whatever is typed.
  await text.fill('오리')
  await screen.reload()
  await expect.element(language('Language: Deutsch, de')).toBeVisible()
  goOffline()
  await send.click()
  await expect.element(page.getByRole('article', { name: /^Waiting post/ })).toBeVisible()
  goOnline()
  await expect.element(card('오리').getByText('오리')).toHaveAttribute('lang', 'de')
  expect(await lastLang()).toBe('de')

  await text.fill('Eine Ente')
  await expect.element(language('Language: Deutsch, de')).toBeVisible()
  await send.click()
  await expect.element(card('Eine Ente')).toBeVisible()
  await card('Eine Ente').getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Edit Post' }).click()
  await language('Language: Deutsch, de').last().click()
  await choose('portu', 'Português Portuguese')
  await clickAndSave(page.getByRole('button', { name: 'Update' }), /^\/api\/posts\/edit\//)
  await expect.element(card('Eine Ente').getByText('Eine Ente')).toHaveAttribute('lang', 'pt')
})

test('Explore and searches show the languages that are chosen in the settings; a search offers all', async ({
  api,
}) => {
  const [ann, bob] = [await api.signUp(), await api.signUp()]
  const word = makePerson('Ente').username.replace('_', '')
  for (const lang of ['de', 'fr']) await api.writePost(bob, `${word} ${lang}`, { lang })
  const screen = await renderScreen('/settings', { member: ann })
  const open = page.getByRole('button', { name: 'Choose languages' })
  await expect.element(open).toHaveAccessibleDescription(/^All languages/)
  await open.click()
  await search.fill('fran')
  await page.getByRole('checkbox', { name: 'Français French' }).click()
  await search.fill('')
  await expectAccessible()
  await expectReadable()
  await clickAndSave(page.getByRole('button', { name: 'Save' }), /^\/api\/account\/languages/)
  await expect.element(open).toHaveAccessibleDescription(/^Français/)
  await screen.open('/explore')
  await expect.element(card(`${word} fr`)).toBeVisible()
  await expect.element(card(`${word} de`)).not.toBeInTheDocument()
  await screen.open(`/search?q=${word}`)
  await expect.element(card(`${word} fr`)).toBeVisible()
  await expect.element(card(`${word} de`)).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'Search in all languages' }).click()
  await expect.element(card(`${word} de`)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Search in all languages' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Remove lang:*' })).toBeVisible()
})
