import type { Locator } from '@playwright/test'
import { makePerson } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { card } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'
import { BOTH } from '../support/where.ts'

/** Where words are in an element: the left and right edges of each, relative to those of the element. */
function placesOf(element: Locator, words: readonly string[]): Promise<{ left: number; right: number }[]> {
  return element.evaluate((root, words) => {
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
  }, words)
}

async function expectRightToLeft(element: Locator, words: readonly string[]): Promise<void> {
  const places = await placesOf(element, words)
  expect(places[0]?.right).toBeLessThan(2)
  expect(places.map(({ left }) => left)).toEqual(places.map(({ left }) => left).toSorted((one, other) => other - one))
}

async function expectLeftToRight(element: Locator, words: readonly string[]): Promise<void> {
  const places = await placesOf(element, words)
  expect(places[0]?.left).toBeLessThan(2)
  expect(places.map(({ left }) => left)).toEqual(places.map(({ left }) => left).toSorted((one, other) => one - other))
}

test('each paragraph of a text has its own direction, whatever is linked in it', BOTH, async ({ api, openAs }) => {
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
  const page = await openAs(author)
  await page.goto(`/post-detail/${post.id}`)
  const inPost = card(page, 'Quack first').locator('p', { hasText: 'Quack first' })
  await expect(inPost).toHaveText(text.join('\n'))
  await expectLeftToRight(inPost, ['Quack', 'first', `@${mia.username}`, ';', 'all'])
  await expectRightToLeft(inPost, [mention, 'שלום', 'חברים', '.'])
  await expectLeftToRight(inPost, ['Hello', '#ברווז', 'pond', '?'])
  await expectRightToLeft(inPost, ['#duck', 'בוקר', 'טוב', '!'])
  await expectRightToLeft(inPost, ['#אגם', '#ערב'])
  await expectRightToLeft(inPost, ['https://x.example/a', 'مرحبا', 'بكم'])
  // As high as a text without right-to-left letters.
  const lineHeight = await inPost.evaluate((element) => Number.parseFloat(getComputedStyle(element).lineHeight))
  const { height } = (await inPost.boundingBox()) ?? {}
  expect(height).toBeCloseTo(text.length * lineHeight, 0)

  const comments = page.getByRole('article', { name: /^Comment by/ })
  await expectRightToLeft(comments.locator('p', { hasText: 'תודה' }), [mention, 'תודה', 'רבה', '!'])
  const second = comments.locator('p', { hasText: 'Thanks' })
  await expectLeftToRight(second, ['Thanks'])
  await expectRightToLeft(second, [mention, 'לילה', 'טוב'])
  // A name beside other text keeps its order and its place.
  const name = page.getByRole('article').first().locator('bdi', { hasText: 'דנה' }).first()
  await expectRightToLeft(name, ['דנה', 'כהן', ')'])
  await expectAccessible(page)

  await page.getByPlaceholder('Quack your reply!').fill('שלום\nHello')
  await expect(page.getByPlaceholder('Quack your reply!')).toHaveCSS('direction', 'rtl')
})

test('copying a text with right-to-left paragraphs gives its lines as they were written', async ({ api, openAs }) => {
  const author = await api.signUp()
  const text = 'Copied once\n\nשלום\nHello\n12'
  const { id } = await api.writePost(author, text)
  const page = await openAs(author)
  await page.goto(`/post-detail/${id}`)
  const copied = await card(page, 'Copied once')
    .locator('p', { hasText: 'Copied once' })
    .evaluate((element) => {
      getSelection()?.selectAllChildren(element)
      return getSelection()?.toString()
    })
  expect(copied).toBe(text)
})
