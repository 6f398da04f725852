import { PAGE_PATHS } from '@quack/contract/rules/page-paths'
import { afterEach, beforeEach, expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { messages } from '../../../translations/ja.po?pseudo'
import { makePerson, test } from '../../test/component-test.ts'
import { askModerated } from '../../test/moderated.ts'
import { card } from '../../test/posts.ts'
import { renderScreen } from '../../test/render-screen.tsx'
import { setLanguage } from '../locale/messages.ts'

/** With dates and numbers of Japanese, which have no Latin letters: what has some is in no catalogue. */
beforeEach(() => setLanguage({ locale: 'ja', messages }))
afterEach(() => setLanguage({ locale: 'en', messages: {} }))

/** What stays as it is in every language. */
const FIXED = ['Quack', 'JPEG', 'PNG', 'MP4', 'MOV', 'GIF', 'https']
/** Operators of searches, and hashtags. */
const FOREIGN = /\b(from|has|in|tag|before|after|lang):\S*|#\S+/g

/**
 * The texts on the page with words in Latin letters, also those for assistive technology.
 * @param known of members and posts
 */
function wordsOnPage(known: readonly string[]): string[] {
  // Other tests have members and posts on the same server.
  const isOfOthers = (element: Element | null) => {
    const row = element?.closest('article, li')?.textContent ?? ''
    return /@\w/.test(row) && !known.some((each) => row.includes(`@${each}`))
  }
  const texts: string[] = [document.title]
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement
    if (parent?.closest('script, style, noscript, kbd, code, dt') || isOfOthers(parent)) continue
    texts.push(walker.currentNode.textContent ?? '')
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'data-tooltip', 'aria-description']) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      if (!isOfOthers(element)) texts.push(element.getAttribute(name) ?? '')
    }
  }
  const own = texts.map((text) => known.reduce((rest, each) => rest.replaceAll(each, ''), text.replaceAll(FOREIGN, '')))
  return own.filter((text) => (text.match(/[a-z]{2,}/gi) ?? []).some((word) => !FIXED.includes(word)))
}

const OF_VISITORS = [
  '/login',
  '/signup',
  '/forgot',
  '/reset-password/a-token',
  '/confirm-email/a-token',
  '/unsubscribe',
  '/no/such',
]

test('the pages of visitors have no text of their own in English', async ({ noise }) => {
  noise.expect(/status of 4/)
  const screen = await renderScreen('/login')
  for (const path of OF_VISITORS) {
    await screen.open(path)
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(wordsOnPage([location.host]), path).toEqual([])
  }
})

test('the pages of members have no text of their own in English', async ({ api, noise }) => {
  noise.expect(/status of 404/)
  const person = (letter: string) => ({ ...makePerson(), firstName: letter, lastName: letter })
  const [viewer, other] = [await api.signUp(person('Я')), await api.signUp(person('Ж'))]
  const post = await api.writePost(viewer, 'Слово #слово')
  const comment = await api.comment(post, other, 'Слово')
  await api.like(post, other)
  await api.follow(other, viewer)
  await api.writePost(other, 'Слово', { quote: post._id })
  const known = [viewer.username, other.username, location.host]
  const paths = Object.values(PAGE_PATHS).map((path) =>
    path
      .replace(':username', viewer.username)
      .replace(':postId', post.id)
      .replace(':commentId', comment)
      .replace(':tag', 'слово')
      .replace(':token', 'a-token'),
  )
  const screen = await renderScreen('/', { member: viewer })
  await expect.element(card('Слово').first()).toBeVisible()
  for (const path of paths) {
    await screen.open(path)
    await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeInTheDocument()
    await expect.poll(() => document.querySelector('[aria-busy="true"], [role="progressbar"]')).toBeNull()
    expect(wordsOnPage(known), path).toEqual([])
  }
  await screen.open('/')
  await expect.element(card('Слово').first()).toBeVisible()
  for (const button of card('Слово').first().getByRole('button').all()) {
    if (button.element().getAttribute('aria-haspopup') === null) continue
    await button.click()
    await expect.poll(() => document.querySelector('[role="menu"], [role="dialog"]')).not.toBeNull()
    expect(wordsOnPage(known)).toEqual([])
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.querySelector('[role="menu"], [role="dialog"]')).toBeNull()
  }
})

test('moderation has no text of its own in English', async ({ api }) => {
  const { owner, author, reporter } = await askModerated(api)
  const post = await api.writePost(author, 'Слово')
  await api.report(post, reporter, 'Слово')
  const people = [owner, author, reporter].flatMap(({ username, firstName, lastName }) => [
    username,
    firstName,
    lastName,
  ])
  // Those of the operator.
  const { rules } = (await (await fetch('/api/about')).json()) as { rules: { title: string; text: string }[] }
  const known = [...people, ...rules.flatMap(({ title, text }) => [text, title]), location.host]
  await renderScreen('/moderation', { member: owner })
  const main = page.getByRole('main')
  await expect.element(main.getByRole('listitem').first()).toBeVisible()
  const reported = main.getByRole('listitem').filter({ hasText: `@${author.username}` })
  await reported.getByRole('button').first().click()
  await expect.element(main.getByRole('textbox').first()).toBeVisible()
  expect(wordsOnPage(known)).toEqual([])
  const parts = main.getByRole('navigation').getByRole('link').all()
  expect(parts.length).toBeGreaterThan(5)
  for (const part of parts) {
    await part.click()
    await expect.poll(() => document.querySelector('[aria-busy="true"], [role="progressbar"]')).toBeNull()
    expect(wordsOnPage(known), location.href).toEqual([])
  }
})
