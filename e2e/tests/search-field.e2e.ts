import type { Page } from '@playwright/test'
import { type Api, type Member, makePerson } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { holdBack } from '../support/gate.ts'
import { pressOn, tabTo } from '../support/keyboard.ts'
import { expect, test } from '../support/test.ts'
import { PHONE } from '../support/where.ts'

const fieldOf = (page: Page) => page.getByRole('combobox', { name: 'Search', exact: true })
const optionsOf = (page: Page) => page.getByRole('listbox').getByRole('option')

/** What suggestions the page asks for. */
function watchAsked(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/api/search/suggestions') asked.push(url.searchParams.get('q') ?? '')
  })
  return asked
}

/** Two members whose usernames begin with the same text, which no other member's does. */
async function signUpTwins(api: Api): Promise<{ start: string; first: Member; second: Member }> {
  const { username: start } = makePerson('Twin')
  const signUp = (end: string, firstName: string) =>
    api.signUp({ ...makePerson(firstName), username: `${start}${end}`, email: `${start}${end}@example.com` })
  return { start, first: await signUp('a', 'Ada'), second: await signUp('b', 'Bea') }
}

test('a member is found by half a name with the keyboard alone, those whom the viewer follows first', async ({
  api,
  openAs,
}) => {
  const { start, first, second } = await signUpTwins(api)
  const viewer = await api.signUp()
  await api.follow(second, viewer)
  const page = await openAs(viewer)
  await page.goto('/')
  await expect(page.getByRole('textbox', { name: 'New post' })).toBeVisible()
  const field = fieldOf(page)
  // The key is listened to soon after the field is shown.
  await expect(async () => {
    await page.keyboard.press('/')
    await expect(field).toBeFocused({ timeout: 1_000 })
  }).toPass()
  // It may have been pressed again meanwhile.
  await field.fill('')
  await page.keyboard.type(start.slice(0, -1))
  const options = optionsOf(page)
  await expect(options).toHaveText([
    /^Search for/,
    new RegExp(`${second.username} · Following`),
    new RegExp(first.username),
  ])
  await expect(page.getByText('3 suggestions')).toBeAttached()
  await expectAccessible(page)

  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('/')
  // The first one opens the list again.
  await page.keyboard.press('ArrowDown')
  await expect(options).toHaveCount(3)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute('aria-activedescendant', (await options.nth(1).getAttribute('id')) ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/profile/${second.username}`)
})

test('without a field on the screen, the / key opens the page of searches; in a text it is a letter', async ({
  api,
  openAs,
}) => {
  const page = await openAs(await api.signUp())
  await page.setViewportSize({ width: 900, height: 800 })
  await page.goto('/')
  const form = page.getByRole('form', { name: 'New post' }).locator('textarea')
  await form.focus()
  await page.keyboard.press('/')
  await expect(form).toHaveValue('/')
  await form.fill('')
  await page.getByRole('main').focus()
  await page.keyboard.press('/')
  await expect(page).toHaveURL('/search')
  await expect(fieldOf(page)).toBeFocused()
})

test('operators are completed: their names, their values, members', async ({ api, openAs }) => {
  const { start, second } = await signUpTwins(api)
  const page = await openAs(await api.signUp())
  const asked = watchAsked(page)
  await page.goto('/')
  const field = fieldOf(page)
  await field.click()
  await pressOn(page, page.getByRole('button', { name: /^has:/ }))
  await expect(field).toBeFocused()
  await expect(optionsOf(page)).toHaveText([/^Search for/, /^has:picture/, /^has:video/, /^has:link/])
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Tab')
  await expect(field).toHaveValue('has:link ')
  await page.keyboard.type('fr')
  await optionsOf(page).filter({ hasText: 'from:' }).click()
  await expect(field).toHaveValue('has:link from:')
  expect(asked).toEqual([])
  await page.keyboard.type(`${start}b`)
  await optionsOf(page)
    .filter({ hasText: `@${second.username}` })
    .click()
  await expect(field).toHaveValue(`has:link from:${second.username} `)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/search?q=has%3Alink+from%3A${second.username}`)
  await expect(fieldOf(page)).toHaveValue(`has:link from:${second.username}`)
})

test('keys that an input method takes neither choose a suggestion nor search', async ({ api, openAs }) => {
  const page = await openAs(await api.signUp())
  await page.goto('/')
  await fieldOf(page).click()
  const keyboard = await page.context().newCDPSession(page)
  await keyboard.send('Input.imeSetComposition', { text: 'かも', selectionStart: 2, selectionEnd: 2 })
  await expect(optionsOf(page)).toHaveText([/かも/])
  for (const key of ['ArrowDown', 'Enter']) {
    await keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, windowsVirtualKeyCode: 229 })
  }
  await expect(optionsOf(page)).toHaveAttribute('aria-selected', 'false')
  await keyboard.send('Input.insertText', { text: '鴨' })
  await expect(fieldOf(page)).toHaveValue('鴨')
  await expect(page).toHaveURL('/')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/search?q=${encodeURIComponent('鴨')}`)
})

test('recent searches stay on the device until they are removed, or the member logs out', async ({ api, openAs }) => {
  const page = await openAs(await api.signUp())
  const asked = watchAsked(page)
  await page.goto('/')
  for (const text of ['ducks', 'geese', 'two swans']) {
    await fieldOf(page).fill(text)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/search?q=${text.replace(' ', '+')}`)
    // The address changes before the page, which gives the field its text.
    await expect(page).toHaveTitle(`${text} · Search · Quack`)
  }
  await page.goto('/')
  asked.length = 0
  await fieldOf(page).click()
  const options = optionsOf(page)
  await expect(options).toHaveText(['two swans', 'geese', 'ducks'])
  await expectAccessible(page)
  await pressOn(page, page.getByRole('button', { name: 'Remove “geese”' }))
  await expect(options).toHaveText(['two swans', 'ducks'])
  await expect(fieldOf(page)).toBeFocused()
  expect(asked, 'for an empty field').toEqual([])
  await options.filter({ hasText: 'ducks' }).click()
  await expect(page).toHaveURL('/search?q=ducks')
  // As above.
  await expect(page.getByRole('navigation', { name: 'Results' })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Delete')
  await expect(options).toHaveText(['ducks', 'two swans'])

  const stored = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('searches:')))
  expect(await stored()).toHaveLength(1)
  await page.goto('/')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  expect(await stored()).toEqual([])
})

test('on a phone, the field is on Explore', PHONE, async ({ api, openAs }) => {
  const page = await openAs(await api.signUp())
  await page.goto('/explore')
  await fieldOf(page).tap()
  await page.getByRole('button', { name: /^in:/ }).tap()
  await optionsOf(page).filter({ hasText: 'in:likes' }).tap()
  await expect(fieldOf(page)).toHaveValue('in:likes ')
  await expect(fieldOf(page)).toBeFocused()
  await page.keyboard.type('ducks')
  await optionsOf(page).filter({ hasText: 'Search for' }).tap()
  await expect(page).toHaveURL('/search?q=in%3Alikes+ducks')
  await expect(fieldOf(page)).not.toBeFocused()
})

test('profiles and Bookmark open a search in them, to go on typing', async ({ api, openAs }) => {
  const [viewer, other] = [await api.signUp(), await api.signUp()]
  const page = await openAs(viewer)
  for (const [path, link, start] of [
    [`/profile/${other.username}`, "Search this member's posts", `from:${other.username}`],
    [`/profile/${viewer.username}`, 'Search your posts', 'from:me'],
    ['/bookmark', 'Search in bookmarks', 'in:bookmarks'],
  ] as const) {
    await page.goto(path)
    await pressOn(page, page.getByRole('link', { name: link }))
    await expect(fieldOf(page)).toBeFocused()
    await expect(fieldOf(page)).toHaveValue(`${start} `)
    await page.keyboard.type('ducks')
    // They would cover the filters.
    await expect(optionsOf(page)).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(page).toHaveTitle(new RegExp(`${start} ducks · Search`))
    await expect(page).toHaveURL(`/search?q=${start.replace(':', '%3A')}+ducks`)
  }
  await page.goBack()
  await expect(fieldOf(page)).toHaveValue('in:bookmarks')
  await expect(fieldOf(page)).not.toBeFocused()
})

test('suggestions are for what is typed now: not a late answer, and none after a failure', async ({
  api,
  openAs,
  noise,
}) => {
  noise.expect(/ERR_FAILED/)
  const { start, first, second } = await signUpTwins(api)
  const page = await openAs(await api.signUp())
  const asked = watchAsked(page)
  await page.goto('/')
  await tabTo(page, fieldOf(page))
  const late = await holdBack(page, new RegExp(`/api/search/suggestions\\?q=${start}$`))
  await page.keyboard.type(start)
  await expect.poll(() => asked.at(-1)).toBe(start)
  await page.keyboard.type('b')
  const options = optionsOf(page)
  await expect(options).toHaveText([/^Search for/, new RegExp(second.username)])
  late.open()
  await page.keyboard.press('Backspace')
  await page.keyboard.type('a')
  await expect(options).toHaveText([/^Search for/, new RegExp(first.username)])

  await page.route(/\/api\/search\/suggestions/, (route) => route.abort())
  await page.keyboard.type('x')
  await expect.poll(() => asked.at(-1)).toBe(`${start}ax`)
  await expect(options).toHaveText([/^Search for/])
  await expect(fieldOf(page)).toHaveValue(`${start}ax`)
})
