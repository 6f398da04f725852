import { describe, expect } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { longTest, type Member, type MemberApi, makePerson, test } from '../../../test/component-test.ts'
import { pressOn, tabTo } from '../../../test/keyboard.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
import { answer, breakRequests, holdBack, stopRoutes, watchRequests } from '../../../test/requests.ts'

const field = page.getByRole('combobox', { name: 'Search', exact: true })
const options = page.getByRole('listbox').getByRole('option')
const form = page.getByRole('textbox', { name: 'New post' })
const main = page.getByRole('main')

const filter = (name: string) => page.getByRole('group', { name: 'Filters' }).getByRole('button', { name })
const found = page.getByRole('region', { name: 'Found posts' }).getByRole('article')

const address = () => location.pathname + location.search

/** Expects the list to have these options, in this order, and no other. */
async function expectOptions(...expected: readonly RegExp[]): Promise<void> {
  const shown = () => options.elements().map(({ textContent }) => textContent)
  await expect.poll(shown).toEqual(expected.map((pattern) => expect.stringMatching(pattern)))
}

/** A word that no other test uses. */
const makeWord = () => makePerson('Kite').username.replace('_', '')

/** Types a text into the field, in place of what is there. Escape closes the suggestions, which cover the filters. */
async function type(text: string): Promise<void> {
  await field.fill(text)
  await userEvent.keyboard('{Escape}')
}

/** What suggestions the page asks for from now on. */
async function watchAsked(): Promise<() => Promise<(string | null)[]>> {
  const seen = await watchRequests(/^\/api\/search\/suggestions/)
  return async () => (await seen()).map(({ path }) => new URL(path, location.origin).searchParams.get('q'))
}

/** Two members whose usernames begin with the same text, which no other member's does. */
async function signUpTwins(api: MemberApi): Promise<{ start: string; first: Member; second: Member }> {
  const { username: start } = makePerson('Twin')
  const signUp = (end: string, firstName: string) =>
    api.signUp({ ...makePerson(firstName), username: `${start}${end}`, email: `${start}${end}@example.com` })
  return { start, first: await signUp('a', 'Ada'), second: await signUp('b', 'Bea') }
}

describe('the search field', () => {
  test('a member is found by half a name with the keyboard alone, those whom the viewer follows first', async ({
    api,
  }) => {
    const { start, first, second } = await signUpTwins(api)
    const viewer = await api.signUp()
    await api.follow(second, viewer)
    await renderScreen('/', { member: viewer })
    await expect.element(form).toBeVisible()
    await userEvent.keyboard('/')
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard(start.slice(0, -1))
    await expectOptions(/^Search for/, new RegExp(`${second.username} · Following`), new RegExp(first.username))
    await expect.element(page.getByText('3 suggestions')).toBeInTheDocument()

    await userEvent.keyboard('{Escape}')
    await expectOptions()
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(main).toHaveFocus()
    await userEvent.keyboard('/')
    // The first one opens the list again.
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(options.nth(2)).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    const chosen = options.nth(1)
    await expect.element(chosen).toHaveAttribute('aria-selected', 'true')
    await expect.element(field).toHaveAttribute('aria-activedescendant', chosen.element().id)
    await userEvent.keyboard('{Enter}')
    await expect.poll(address).toBe(`/profile/${second.username}`)
  })

  longTest(
    'without a field on the screen, the / key opens the page of searches; in a text it is a letter',
    async ({ api }) => {
      await renderScreen('/', { member: await api.signUp() })
      await page.viewport(900, 800)
      await expect.element(field).not.toBeInTheDocument()
      await form.click()
      await userEvent.keyboard('/')
      await expect.element(form).toHaveValue('/')
      await form.fill('')
      main.element().focus()
      await userEvent.keyboard('/')
      await expect.poll(address).toBe('/search')
      await expect.element(field).toHaveFocus()
    },
  )

  test('operators are completed: their names, their values, members', async ({ api }) => {
    const { start, second } = await signUpTwins(api)
    const asked = await watchAsked()
    await renderScreen('/', { member: await api.signUp() })
    await field.click()
    await pressOn(page.getByRole('button', { name: /^has:/ }))
    await expect.element(field).toHaveFocus()
    await expectOptions(/^Search for/, /^has:picture/, /^has:video/, /^has:link/, /^has:poll/)
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{Tab}')
    await expect.element(field).toHaveValue('has:link ')
    await userEvent.keyboard('fr')
    await options.filter({ hasText: 'from:' }).click()
    await expect.element(field).toHaveValue('has:link from:')
    expect(await asked()).toEqual([])
    await userEvent.keyboard(`${start}b`)
    await options.filter({ hasText: `@${second.username}` }).click()
    await expect.element(field).toHaveValue(`has:link from:${second.username} `)
    await userEvent.keyboard('{Enter}')
    await expect.poll(address).toBe(`/search?q=has%3Alink+from%3A${second.username}`)
    await expect.element(field).toHaveValue(`has:link from:${second.username}`)
  })

  test('keys that an input method takes neither choose a suggestion nor search', async ({ api }) => {
    await renderScreen('/', { member: await api.signUp() })
    await field.click()
    // Its type is of a package that only the tools know.
    const keyboard = cdp() as unknown as { send: (method: string, params: object) => Promise<unknown> }
    await keyboard.send('Input.imeSetComposition', { text: 'かも', selectionStart: 2, selectionEnd: 2 })
    await expectOptions(/かも/)
    for (const key of ['ArrowDown', 'Enter']) {
      await keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, windowsVirtualKeyCode: 229 })
    }
    await expect.element(options).toHaveAttribute('aria-selected', 'false')
    await keyboard.send('Input.insertText', { text: '鴨' })
    await expect.element(field).toHaveValue('鴨')
    expect(address()).toBe('/')
    await userEvent.keyboard('{Enter}')
    await expect.poll(address).toBe(`/search?q=${encodeURIComponent('鴨')}`)
  })

  test('recent searches stay on the device until they are removed, or the member logs out', async ({ api }) => {
    const screen = await renderScreen('/', { member: await api.signUp() })
    for (const text of ['ducks', 'geese', 'two swans']) {
      await field.fill(text)
      await userEvent.keyboard('{Enter}')
      await expect.poll(address).toBe(`/search?q=${text.replace(' ', '+')}`)
      // The address changes before the page, which gives the field its text.
      await expect.poll(() => document.title).toBe(`${text} · Search · Quack`)
    }
    await screen.open('/')
    const asked = await watchAsked()
    await field.click()
    await expectOptions(/^two swans$/, /^geese$/, /^ducks$/)
    await pressOn(page.getByRole('button', { name: 'Remove “geese”' }))
    await expectOptions(/^two swans$/, /^ducks$/)
    await expect.element(field).toHaveFocus()
    expect(await asked(), 'for an empty field').toEqual([])
    await options.filter({ hasText: 'ducks' }).click()
    await expect.poll(address).toBe('/search?q=ducks')
    // As above.
    await expect.poll(() => document.title).toBe('ducks · Search · Quack')
    await userEvent.keyboard('/')
    await field.fill('')
    await expectOptions(/^ducks$/, /^two swans$/)

    const stored = () => Object.keys(localStorage).filter((key) => key.startsWith('searches:'))
    expect(stored()).toHaveLength(1)
    await screen.open('/')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect.poll(address).toBe('/login')
    expect(stored()).toEqual([])
  })

  longTest('on a phone, the field is on Explore', async ({ api }) => {
    await renderScreen('/explore', { member: await api.signUp(), size: 'phone' })
    await field.click()
    await page.getByRole('button', { name: /^in:/ }).click()
    await options.filter({ hasText: 'in:likes' }).click()
    await expect.element(field).toHaveValue('in:likes ')
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('ducks')
    await options.filter({ hasText: 'Search for' }).click()
    await expect.poll(address).toBe('/search?q=in%3Alikes+ducks')
    // Rendered, or it would be the field of Explore.
    await expect.poll(() => document.title).toBe('in:likes ducks · Search · Quack')
    await expect.element(field).not.toHaveFocus()
  })

  longTest('profiles and Bookmark open a search in them, to go on typing', async ({ api }) => {
    const [viewer, other] = [await api.signUp(), await api.signUp()]
    const screen = await renderScreen('/', { member: viewer })
    for (const [path, link, start] of [
      [`/profile/${other.username}`, "Search this member's posts", `from:${other.username}`],
      [`/profile/${viewer.username}`, 'Search your posts', 'from:me'],
      ['/bookmark', 'Search in bookmarks', 'in:bookmarks'],
    ] as const) {
      await screen.open(path)
      await page.getByRole('link', { name: link }).click()
      await expect.element(field).toHaveFocus()
      await expect.element(field).toHaveValue(`${start} `)
      await userEvent.keyboard('ducks')
      await expect.element(field).toHaveValue(`${start} ducks`)
      // They would cover the filters.
      await expectOptions()
      await userEvent.keyboard('{Enter}')
      await expect.poll(() => document.title).toBe(`${start} ducks · Search · Quack`)
      expect(address()).toBe(`/search?q=${start.replace(':', '%3A')}+ducks`)
    }
    history.back()
    await expect.element(field).toHaveValue('in:bookmarks')
    await expect.element(field).not.toHaveFocus()
  })

  test('suggestions are for what is typed now: not a late answer, and none after a failure', async ({ api, noise }) => {
    noise.expect(/ERR_CONNECTION_FAILED/)
    const { start, first, second } = await signUpTwins(api)
    const asked = await watchAsked()
    await renderScreen('/', { member: await api.signUp() })
    await tabTo(field)
    const late = await holdBack(new RegExp(`^/api/search/suggestions\\?q=${start}$`))
    await userEvent.keyboard(start)
    await late.arrived()
    await userEvent.keyboard('b')
    await expectOptions(/^Search for/, new RegExp(second.username))
    await late.open()
    await userEvent.keyboard('{Backspace}a')
    await expectOptions(/^Search for/, new RegExp(first.username))

    await breakRequests(/^\/api\/search\/suggestions/)
    await userEvent.keyboard('x')
    await expect.poll(async () => (await asked()).at(-1)).toBe(`${start}ax`)
    await expectOptions(/^Search for/)
    await expect.element(field).toHaveValue(`${start}ax`)
  })
})

describe('the page of searches', () => {
  test('filters write operators into the text and remove them, and follow what is typed', async ({ api }) => {
    const word = makeWord()
    await renderScreen(`/search?q=${word}`, { member: await api.signUp() })
    await filter('Picture').click()
    await expect.element(field).toHaveValue(`${word} has:picture`)
    expect(new URLSearchParams(location.search).get('q')).toBe(`${word} has:picture`)
    await filter('From me').click()
    await expect.element(field).toHaveValue(`${word} has:picture from:me`)

    await type(`from:ann has:video ${word}`)
    await expect.element(filter('Picture')).toHaveAttribute('aria-pressed', 'false')
    await expect.element(filter('From me')).toHaveAttribute('aria-pressed', 'false')
    await expect.element(filter('Video')).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: 'Remove from:ann' }).click()
    await expect.element(field).toHaveValue(`has:video ${word}`)

    await filter('Dates').click()
    await expect.element(page.getByText('Days are those of UTC.')).toBeVisible()
    const before = page.getByRole('textbox', { name: 'Before' })
    const apply = page.getByRole('button', { name: 'Apply' })
    await before.fill('2026-05-31')
    await apply.click()
    await expect.element(field).toHaveValue(`has:video ${word} before:2026-05-31`)
    await expect.element(page.getByRole('button', { name: 'Remove before:2026-05-31' })).toBeVisible()
    await before.fill('')
    await apply.click()
    await expect.element(field).toHaveValue(`has:video ${word}`)

    // What was typed and not searched for gives way to the search.
    await type(word)
    await expect.element(filter('Video')).toHaveAttribute('aria-pressed', 'false')
    await filter('Video').click()
    await expect.element(field).toHaveValue(`${word} has:video`)
    history.back()
    await expect.element(field).toHaveValue(`has:video ${word}`)
  })

  test('a search that is wrong, finds nothing or fails says what to do', async ({ api, noise }) => {
    noise.expect(/status of (404|429).*search/)
    const viewer = await api.signUp()
    const word = makeWord()
    await api.writePost(viewer, `The only ${word}`)
    const asked = await watchRequests(/^\/api\/search\/posts/)
    await renderScreen(`/search?q=${word} has:sound`, { member: viewer })
    const problem = main.getByRole('alert')
    await expect.element(problem).toHaveTextContent('has: is followed by picture, video, link or poll.')
    await expect.element(page.getByRole('region', { name: 'How to search' })).toBeVisible()
    expect(await asked()).toEqual([])
    await page.getByRole('button', { name: 'Remove has:sound' }).click()
    await expect.element(found).toBeVisible()

    await field.fill(`${word} from:no.such.member`)
    await userEvent.keyboard('{Enter}')
    await expect.element(problem).toHaveTextContent('There is no member with the name after from:.')
    await page.getByRole('link', { name: 'Without from:no.such.member' }).click()
    await expect.element(found).toBeVisible()

    await filter('Video').click()
    await expect.element(main.getByText('No posts found').last()).toBeVisible()
    await page.getByRole('link', { name: 'Without has:video' }).click()
    await expect.element(found).toBeVisible()

    await answer(/^\/api\/search\/posts/, 429, {})
    await filter('Link').click()
    await expect.element(page.getByText(/^Too many requests\./)).toBeVisible()
    await stopRoutes()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(page.getByRole('link', { name: 'Without has:link' })).toBeVisible()
  })
})
