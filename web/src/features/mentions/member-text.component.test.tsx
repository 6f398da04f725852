import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { makePerson, type Post, test } from '../../../test/component-test.ts'
import { card } from '../../../test/posts.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
import { watchRequests } from '../../../test/requests.ts'
import { scrollTo } from '../../../test/scroll.ts'

/** Where words are in an element: the left and right edges of each, relative to those of the element. */
function placesOf(root: Element, words: readonly string[]): { left: number; right: number }[] {
  const frame = root.getBoundingClientRect()
  return words.map((word) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node.textContent?.indexOf(word) ?? -1
      if (at < 0) continue
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + word.length)
      const { left, right } = range.getBoundingClientRect()
      return { left: left - frame.left, right: frame.right - right }
    }
    throw new Error(`${word} is not there`)
  })
}

function expectRightToLeft(element: Element, words: readonly string[]): void {
  const places = placesOf(element, words)
  expect(places[0]?.right).toBeLessThan(2)
  expect(places.map(({ left }) => left)).toEqual(places.map(({ left }) => left).toSorted((one, other) => other - one))
}

function expectLeftToRight(element: Element, words: readonly string[]): void {
  const places = placesOf(element, words)
  expect(places[0]?.left).toBeLessThan(2)
  expect(places.map(({ left }) => left)).toEqual(places.map(({ left }) => left).toSorted((one, other) => one - other))
}

/** The element of this kind with this text. */
function find(within: Locator, selector: string, text: string): HTMLElement {
  const all = within.elements().flatMap((each) => [...each.querySelectorAll<HTMLElement>(selector)])
  const found = all.find(({ textContent }) => textContent.includes(text))
  if (!found) throw new Error(`no ${selector} with ${text}`)
  return found
}

test('each paragraph of a text has its own direction, whatever is linked in it', async ({ api }) => {
  const [author, mia] = [await api.signUp({ ...makePerson(), firstName: 'דנה', lastName: '(כהן)' }), await api.signUp()]
  const mention = `@${author.username}`
  const text = [
    `Quack first, @${mia.username}; all`,
    `${mention} שלום חברים.`,
    'Hello #ברווז pond?',
    '#duck בוקר טוב!',
    '#אגם #ערב',
    'https://x.example/a مرحبا بكم',
  ]
  const post = await api.writePost(author, text.join('\n'))
  await api.comment(post, author, `${mention} תודה רבה!`)
  await api.comment(post, author, `Thanks\n${mention} לילה טוב`)
  await renderScreen(`/post-detail/${post.id}`, { member: author, size: 'phone' })
  const comments = page.getByRole('article', { name: /^Comment by/ })
  await expect.element(comments.nth(1)).toBeVisible()
  for (const width of [390, 1440]) {
    await page.viewport(width, 844)
    const inPost = find(card('Quack first'), 'p', 'Quack first')
    expect(inPost.textContent).toBe(text.join('\n'))
    expectLeftToRight(inPost, ['Quack', 'first', `@${mia.username}`, ';', 'all'])
    expectRightToLeft(inPost, [mention, 'שלום', 'חברים', '.'])
    expectLeftToRight(inPost, ['Hello', '#ברווז', 'pond', '?'])
    expectRightToLeft(inPost, ['#duck', 'בוקר', 'טוב', '!'])
    expectRightToLeft(inPost, ['#אגם', '#ערב'])
    expectRightToLeft(inPost, ['https://x.example/a', 'مرحبا', 'بكم'])
    // As high as a text without right-to-left letters.
    const lineHeight = Number.parseFloat(getComputedStyle(inPost).lineHeight)
    expect(inPost.getBoundingClientRect().height).toBeCloseTo(text.length * lineHeight, 0)

    expectRightToLeft(find(comments, 'p', 'תודה'), [mention, 'תודה', 'רבה', '!'])
    const second = find(comments, 'p', 'Thanks')
    expectLeftToRight(second, ['Thanks'])
    expectRightToLeft(second, [mention, 'לילה', 'טוב'])
    // A name beside other text keeps its order and its place.
    expectRightToLeft(find(page.getByRole('article').first(), 'bdi', 'דנה'), ['דנה', 'כהן', ')'])
  }
  const reply = page.getByPlaceholder('Quack your reply!')
  await reply.fill('שלום\nHello')
  await expect.element(reply).toHaveStyle({ direction: 'rtl' })
})

test('copying a text with right-to-left paragraphs gives its lines as they were written', async ({ api }) => {
  const author = await api.signUp()
  const text = 'Copied once\n\nשלום\nHello\n12'
  const { id } = await api.writePost(author, text)
  await renderScreen(`/post-detail/${id}`, { member: author })
  await expect.element(card('Copied once')).toBeVisible()
  getSelection()?.selectAllChildren(find(card('Copied once'), 'p', 'Copied once'))
  expect(getSelection()?.toString()).toBe(text)
})

/** Attempts at script injection. Each would set a flag or request a URL that is requested nowhere else. */
const ATTACKS = [
  ['<script>window.hacked=1</script>', '<img src=/hacked onerror="window.hacked=1">'],
  ['"><svg onload=window.hacked=1>', 'javascript:window.hacked=1//\'"'],
  ['</title><script>window.hacked=1</script>', '{{constructor.constructor("window.hacked=1")()}}'],
] as const

// Without a Content Security Policy, which the built product has: the words alone must be harmless.
test('nothing that members write runs as script, on any screen', async ({ api }) => {
  const reader = await api.signUp(makePerson('Rea'))
  const villains: { attack: string; username: string; post: Post }[] = []
  for (const [first, last] of ATTACKS) {
    const attack = `${first} ${last}`
    const villain = await api.signUp({ ...makePerson('Vil'), firstName: first, lastName: last })
    await api.editProfile(villain, { bio: attack, website: `example.com/?q=${encodeURIComponent(attack)}` })
    const picture = { mediaUrl: `${location.origin}/avatars/duck-1.webp`, type: 'image', alt: attack }
    const post = await api.writePost(villain, `${attack} https://example.com/?q=${attack}`, picture)
    await api.comment(post, villain, attack)
    await api.like(post, villain)
    await api.follow(villain, reader)
    await api.follow(reader, villain)
    await api.bookmark(post, reader)
    villains.push({ attack, username: villain.username, post })
  }
  const asked = await watchRequests(/hacked/)
  const expectHarmless = () => {
    expect('hacked' in window).toBe(false)
    expect(document.querySelectorAll('a[href^="javascript:" i], [onerror], [onload]')).toHaveLength(0)
  }
  const heading = page.getByRole('heading', { level: 1 }).first()
  const screen = await renderScreen('/', { member: reader })
  for (const path of ['/', '/explore', '/bookmark']) {
    await screen.open(path)
    await expect.element(heading).toBeVisible()
    for (const { attack, username } of villains.toReversed()) {
      // On Explore, posts of other tests may be above.
      await scrollTo(card(username).getByText(attack, { exact: false }).first())
      expectHarmless()
    }
  }
  await screen.open('/settings')
  await expect.element(heading).toBeVisible()
  expectHarmless()
  for (const { attack, username, post } of villains) {
    await screen.open(`/profile/${username}`)
    await expect.element(heading).toBeVisible()
    await expect.element(page.getByText(attack, { exact: false }).first()).toBeVisible()
    expectHarmless()
    await screen.open(`/post-detail/${post.id}`)
    await expect.element(page.getByText(attack, { exact: false }).first()).toBeVisible()
    await expect.element(page.getByRole('article', { name: /^Comment by/ })).toBeVisible()
    expectHarmless()
    await page.getByRole('button', { name: 'Liked by: 1' }).click()
    await expect.element(page.getByRole('dialog', { name: 'Liked By' })).toMatchTextContent(`@${username}`)
    expectHarmless()
  }
  expect((await asked()).filter(({ path }) => path.split('?')[0]?.includes('hacked'))).toEqual([])
})
