import { describe, expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { longTest, type MemberApi, makePerson, type Person, test } from '../../test/component-test.ts'
import { escapeFrom } from '../../test/keyboard.ts'
import { renderScreen } from '../../test/render-screen.tsx'

const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2)

/** A small phone, and a usual one with a text size of 200 % (WCAG 1.4.4, 1.4.10). */
const VIEWS = [
  { name: 'at 320 px', width: 320, fontSize: '' },
  { name: 'at 390 px with text of twice the size', width: 390, fontSize: '200%' },
]

/** The names are long. */
function longNamed(): Person {
  const person = makePerson('maximiliane.feather')
  return { ...person, firstName: 'Maximiliane-Josephine', lastName: 'Featherstonehaugh-Mandarin von Entenhausen' }
}

/** What scrolls sideways, and the controls that are partly outside of the window. */
function findWide(): string[] {
  const { clientWidth } = document.documentElement
  const isScrolled = (element: Element) =>
    element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowX)
  const isOutside = (element: Element) => {
    const { left, right, width } = element.getBoundingClientRect()
    return width > 1 && (left < 0 || right > clientWidth) && element.matches('a, button, label, input, textarea')
  }
  return [...document.querySelectorAll('*')]
    .filter((element) => (isScrolled(element) && element.scrollWidth > element.clientWidth) || isOutside(element))
    .map((element) => element.outerHTML.slice(0, 200))
}

/**
 * In each view, nothing scrolls sideways, neither the page nor a dialog nor a field, and all controls are inside the
 * window.
 */
async function expectToFit(screen: string): Promise<void> {
  for (const { name, width, fontSize } of VIEWS) {
    await page.viewport(width, 844)
    document.documentElement.style.fontSize = fontSize
    // What is rendered for a width follows it.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    // Polls: elements may still be moving to their final positions.
    await expect.poll(findWide, { message: `${screen} ${name}` }).toEqual([])
  }
  document.documentElement.style.fontSize = ''
}

/** By a key: what another view has moved may still be on the way to its place, and a click would miss it. */
async function press(control: Locator): Promise<void> {
  await expect.element(control).toBeVisible()
  ;(control.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
}

/** Two members who follow each other, with posts, comments and profiles that contain very long words. */
async function longWords(api: MemberApi) {
  const [viewer, other] = [await api.signUp(longNamed()), await api.signUp(longNamed())]
  const post = await api.writePost(viewer, `A post, and ${LONG_WORD}`)
  await api.editProfile(viewer, { bio: LONG_WORD, website: `https://example.com/${LONG_WORD}` })
  await api.writePost(other, `Words, ${LONG_WORD}`)
  const comment = await api.comment(post, viewer, `My own, ${LONG_WORD}`)
  const answer = await api.comment(post, other, `An answer, ${LONG_WORD}`, comment)
  await api.comment(post, viewer, `Below it, ${LONG_WORD}`, answer)
  await api.like(post, other)
  await api.bookmark(post, viewer)
  await api.follow(other, viewer)
  await api.follow(viewer, other)
  return { viewer, other, post }
}

const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const menu = page.getByRole('menu')

describe('on a narrow screen, or with large text', () => {
  test('every screen of visitors fits', async ({ noise }) => {
    noise.expect(/status of 404/)
    const screen = await renderScreen('/login', { size: 'phone' })
    for (const [path, title] of [
      ['/login', 'Welcome to Quack!'],
      ['/signup', 'Sign Up'],
      ['/reset-password/some-token', 'Choose a new password'],
      ['/no/such/page', 'Error 404'],
    ] as const) {
      await screen.open(path)
      await expect.element(heading(title)).toBeVisible()
      await expectToFit(path)
    }
  })

  test('every screen of members fits', async ({ api }) => {
    const { viewer, post } = await longWords(api)
    const screen = await renderScreen('/', { member: viewer, size: 'phone' })
    for (const path of ['/', '/explore', '/bookmark', `/post-detail/${post.id}`]) {
      await screen.open(path)
      await expect.element(page.getByRole('article').first()).toBeVisible()
      await expectToFit(path)
    }
    await screen.open('/settings/security')
    await press(page.getByRole('button', { name: 'Set up' }))
    await expect.element(page.getByRole('img', { name: 'QR code of the secret' })).toBeVisible()
    await expectToFit('/settings/security')
    for (const [path, title] of [
      ['/settings', 'Settings'],
      ['/settings/blocked', 'Blocked members'],
      ['/settings/muted', 'Muted members'],
      ['/settings/words', 'Muted words'],
      ['/settings/notifications', 'What tells you'],
      ['/who-to-follow', 'Who to follow'],
    ] as const) {
      await screen.open(path)
      await expect.element(heading(title)).toBeVisible()
      await expectToFit(path)
    }
    await renderScreen('/', { member: await api.signUp(), size: 'phone' })
    await expect.element(page.getByRole('region', { name: 'Who to follow' }).getByRole('link').first()).toBeVisible()
    await expectToFit('an empty Home')
  })

  longTest('every menu and dialog of members fits', async ({ api }) => {
    const { viewer, other, post } = await longWords(api)
    const screen = await renderScreen(`/search?q=post+from:${viewer.username}+after:2026-01`, {
      member: viewer,
      size: 'phone',
    })
    await press(page.getByRole('button', { name: 'Dates' }))
    await expect.element(page.getByRole('article')).toBeInTheDocument()
    await expectToFit('a search')
    await screen.open('/explore')
    const search = page.getByRole('combobox', { name: 'Search', exact: true })
    await search.click()
    await expect.element(page.getByRole('list', { name: 'Operators' })).toBeVisible()
    await expectToFit('the operators of a search')
    await search.fill(other.username)
    await expect.element(page.getByRole('option', { name: new RegExp(other.username) })).toHaveLength(2)
    await expectToFit('the suggestions of a search')
    await screen.open('/')
    await press(page.getByRole('button', { name: 'Who can comment: Everyone' }))
    await expect.element(menu).toBeVisible()
    await expectToFit('the menu of who can comment')
    await press(page.getByRole('menuitemradio', { name: /People I mention/ }))
    const draft = page.getByRole('textbox', { name: 'New post' })
    await draft.fill('quack '.repeat(800))
    await expectToFit('a new post with a rule for comments')
    await draft.fill('')

    await screen.open(`/post-detail/${post.id}`)
    await press(page.getByRole('article', { name: /^Comment by/ }).getByRole('button', { name: 'Comment options' }))
    await expect.element(menu).toBeVisible()
    await expectToFit('the menu of a comment')
    await press(page.getByRole('menuitem', { name: 'Edit' }))
    await expect.element(page.getByRole('form', { name: 'Edit comment' })).toBeVisible()
    await expectToFit('a comment being edited')

    await screen.open(`/profile/${other.username}`)
    for (const item of [/^Mute/, /^Block/]) {
      await press(page.getByRole('button', { name: 'Profile options' }))
      await expect.element(menu).toBeVisible()
      await expectToFit('the menu of a profile')
      await press(page.getByRole('menuitem', { name: item }))
      await expect.element(page.getByRole('dialog', { name: item })).toBeVisible()
      await expectToFit(`the dialog ${item}`)
      await escapeFrom(page.getByRole('dialog'))
    }
    await screen.open(`/profile/${viewer.username}`)
    for (const button of ['New Post', 'Edit Profile', '1 Followers', '1 Following']) {
      await press(page.getByRole('button', { name: button }))
      await expect.element(page.getByRole('dialog')).toBeVisible()
      await expectToFit(button)
      await escapeFrom(page.getByRole('dialog'))
    }
  })
})
