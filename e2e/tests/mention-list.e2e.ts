import type { Page } from '@playwright/test'
import { type Api, type Member, makePerson } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { holdBack } from '../support/gate.ts'
import { tabTo, typeInto } from '../support/keyboard.ts'
import { card } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'
import { PHONE, PHONE_IN_LONG } from '../support/where.ts'

const listOf = (page: Page) => page.getByRole('listbox', { name: 'Members' })

/** Two members whose usernames begin with the same text, which no other member's does. */
async function signUpTwins(api: Api): Promise<{ start: string; first: Member; second: Member }> {
  const { username: start } = makePerson('Twin')
  const signUp = (end: string, firstName: string) =>
    api.signUp({ ...makePerson(firstName), username: `${start}${end}`, email: `${start}${end}@example.com` })
  return { start, first: await signUp('_a', 'Ada'), second: await signUp('_b', 'Bea') }
}

test('a member is mentioned by keyboard alone, in a post and in a reply', PHONE_IN_LONG, async ({ api, openAs }) => {
  const { start, first, second } = await signUpTwins(api)
  const page = await openAs(await api.signUp())
  await page.goto('/explore')
  await page.getByRole('button', { name: 'New Post' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Post' })
  const field = dialog.getByLabel('New post', { exact: true }).and(page.locator('textarea'))
  await expect(field).toBeFocused()
  await page.keyboard.type(`Hi @${start.toUpperCase()}`)
  const options = listOf(page).getByRole('option')
  await expect(options).toHaveCount(2)
  await expect(page.getByText('2 members found')).toBeAttached()
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  await expect(field).toHaveAttribute('aria-controls', (await listOf(page).getAttribute('id')) ?? '')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)

  await page.keyboard.press('Escape')
  await expect(listOf(page)).toBeHidden()
  await expect(field).toBeFocused()
  await expect(field).not.toHaveAttribute('aria-expanded')
  await page.keyboard.press('Enter')
  await page.keyboard.type(`@${start}`)
  await expect(options).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute('aria-activedescendant', (await options.last().getAttribute('id')) ?? '')
  const chosen = (await options.last().textContent())?.includes(first.username) ? first : second
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue(`Hi @${start.toUpperCase()}\n@${chosen.username} `)
  await expect(listOf(page)).toBeHidden()
  await page.keyboard.type('and you')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(dialog).toBeHidden()

  // Other posts of Explore may have the same words, but not the same name.
  const post = card(page, `${chosen.username} and you`)
  await post.getByRole('button', { name: 'Comments: 0' }).click()
  await typeInto(page, post.getByPlaceholder('Quack your reply!'), `@${first.username.slice(0, -1)}`)
  await expect(options).toHaveCount(2)
  await page.keyboard.type('b')
  await expect(options).toHaveText([new RegExp(second.username)])
  await page.keyboard.press('Tab')
  await expect(post.getByPlaceholder('Quack your reply!')).toBeFocused()
  await tabTo(page, post.getByRole('button', { name: 'Reply', exact: true }))
  await page.keyboard.press('Enter')
  const comment = post.getByRole('article', { name: /^Comment by/ })
  await comment.getByRole('link', { name: `@${second.username}` }).click()
  await expect(page).toHaveURL(`/profile/${second.username}`)
})

test('a member is mentioned by touch, and the keyboard stays open', PHONE, async ({ api, openAs }) => {
  const { start, second } = await signUpTwins(api)
  const page = await openAs(await api.signUp())
  await page.goto('/')
  const field = page.getByRole('form', { name: 'New post' }).locator('textarea')
  await field.tap()
  await page.keyboard.type(`@${start}`)
  await listOf(page).getByRole('option', { name: second.username }).tap()
  await expect(field).toHaveValue(`@${second.username} `)
  await expect(field).toBeFocused()
})

test('a member who is blocked while the form is open is not offered any more', async ({ api, openAs, noise }) => {
  noise.expect(/status of 404/)
  const { start, first, second } = await signUpTwins(api)
  const viewer = await api.signUp()
  await api.follow(first, viewer)
  await api.writePost(first, 'By the first')
  const page = await openAs(viewer)
  await page.goto('/')
  const field = page.getByRole('form', { name: 'New post' }).locator('textarea')
  await typeInto(page, field, `@${start}`)
  await expect(listOf(page).getByRole('option')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await card(page, 'By the first').getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: /^Block/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Block @/ })
  await dialog.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(dialog).toBeHidden()
  // Later, it would take the focus from the field.
  await expect(page.getByRole('main')).toBeFocused()
  await field.fill('')
  const answer = await holdBack(page, /\/api\/people\?/)
  const asked = page.waitForRequest(/\/api\/people\?/)
  await typeInto(page, field, `@${start}`)
  await asked
  // Not from the answer before the block either.
  await expect(listOf(page)).toBeHidden()
  answer.open()
  await expect(listOf(page).getByRole('option')).toHaveText([new RegExp(second.username)])
})

test('the list is for what is typed now: no late answer, and no second request for the same letters', async ({
  api,
  openAs,
}) => {
  const { start, second } = await signUpTwins(api)
  const page = await openAs(await api.signUp())
  const asked: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/api/people') asked.push(url.searchParams.get('name') ?? '')
  })
  await page.goto('/')
  const field = page.getByRole('form', { name: 'New post' }).locator('textarea')
  await field.focus()
  const late = await holdBack(page, new RegExp(`/api/people\\?name=${start}&`))
  const held = page.waitForRequest((request) => new URL(request.url()).searchParams.get('name') === start)
  // In one step each: a slow machine would otherwise ask for a name in between, whose answer is narrowed to these.
  await page.keyboard.insertText(`@${start}`)
  await held
  await page.keyboard.insertText('_b')
  const options = listOf(page).getByRole('option')
  await expect(options).toHaveText([new RegExp(second.username)])
  late.open()
  await page.keyboard.type('x')
  await expect(listOf(page)).toBeHidden()
  await page.keyboard.press('Backspace')
  await expect(options).toHaveText([new RegExp(second.username)])
  expect(asked.filter((name) => name === `${start}_b`)).toHaveLength(1)

  // Only typing opens the list, and without it Enter begins a line.
  await page.keyboard.press('ArrowLeft')
  await expect(listOf(page)).toBeHidden()
  await page.keyboard.press('ArrowRight')
  await expect(listOf(page)).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue(`@${start}_b\n`)
})
