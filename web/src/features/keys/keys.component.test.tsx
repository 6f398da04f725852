import { describe, expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { expectAccessible, expectReadable } from '../../../test/axe.ts'
import { type Member, type MemberApi, makePerson, type Post, test } from '../../../test/component-test.ts'
import { escapeFrom } from '../../../test/keyboard.ts'
import { card, fileOf, makePhoto } from '../../../test/posts.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
import { watchRequests } from '../../../test/requests.ts'
import { scrollTo } from '../../../test/scroll.ts'
import { KEY_GROUPS } from './key-table.ts'

const main = page.getByRole('main')
const dialog = page.getByRole('dialog')
const like = (within: Locator) => within.getByRole('button', { name: 'Like', exact: true })
const bookmark = (within: Locator) => within.getByRole('button', { name: 'Bookmark', exact: true })
const reply = page.getByRole('textbox', { name: 'Your reply' })

/** The text of the entry that has the focus, up to the first dot. */
const focusedText = () => /[A-Z][\w ]*\./.exec(document.activeElement?.querySelector('p[dir]')?.textContent ?? '')?.[0]

/** Whether the entry that has the focus is where nothing covers its upper edge. */
const isUncovered = () => {
  const { left, top } = document.activeElement?.getBoundingClientRect() ?? new DOMRect()
  return document.activeElement?.contains(document.elementFromPoint(left + 40, top + 4)) === true
}

async function press(key: string, expected: string): Promise<void> {
  await userEvent.keyboard(key)
  await expect.poll(focusedText, { message: `after ${key}` }).toBe(expected)
  await expect.poll(isUncovered, { message: expected }).toBe(true)
}

/** Writes posts of which the first one is number 1. */
async function write(api: MemberApi, author: Member, count: number): Promise<Post[]> {
  const posts: Post[] = []
  for (let number = 1; number <= count; number++) posts.push(await api.writePost(author, `Post ${number}. Some words.`))
  return posts
}

/** Opens the profile of a member with this many posts. */
async function openProfile(api: MemberApi, count: number) {
  const member = await api.signUp()
  const posts = await write(api, member, count)
  const screen = await renderScreen(`/profile/${member.username}`, { member })
  await expect.element(card(`Post ${count}.`)).toBeVisible()
  return { member, posts, screen }
}

describe('the table', () => {
  test('gives each key one meaning, and none to a key that another one begins with', () => {
    const all = KEY_GROUPS.flatMap(({ rows }) => rows.flatMap(({ keys }) => keys))
    expect(new Set(all).size).toBe(all.length)
    expect(all.filter((one) => all.some((other) => other.startsWith(`${one} `)))).toEqual([])
  })

  test('is shown by the first key that is pressed, and from the settings while single keys are off', async ({
    api,
  }) => {
    const { screen } = await openProfile(api, 1)
    await userEvent.keyboard('?')
    await expect.element(dialog.getByText('Like a post, upvote a comment')).toBeVisible()
    const shown = dialog.element().querySelectorAll('dt')
    expect([...shown].map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(
        KEY_GROUPS.flatMap(({ rows }) => rows.map(({ keys }) => keys.join('or').replace(' ', ''))),
      ),
    )
    await expectAccessible()
    await expectReadable()
    await escapeFrom(dialog)

    await screen.open('/settings')
    await page.getByRole('switch', { name: 'Single keys' }).click()
    await page.getByRole('button', { name: 'Show all keys' }).click()
    await expect.element(dialog.getByText(/^Single keys are turned off/)).toBeVisible()
  })
})

describe('j and k', () => {
  test('move through all pages of a virtual list, to where nothing covers the post, and back', async ({ api }) => {
    await openProfile(api, 45)
    for (let number = 45; number >= 1; number--) await press('j', `Post ${number}.`)
    expect(document.activeElement?.matches(':focus-visible')).toBe(true)
    expect(document.activeElement).toHaveAccessibleDescription('Post 1. Some words.')
    await expect.element(card('Post 45.')).not.toBeInTheDocument()
    for (let number = 2; number <= 45; number++) await press('k', `Post ${number}.`)
  })

  test('reach a post that is not rendered yet, below one that is higher than the window', async ({ api }) => {
    const member = await api.signUp()
    const [, high] = await write(api, member, 3)
    if (!high) throw new Error('no post')
    for (let number = 0; number < 20; number++) await api.comment(high, member, 'A comment\nwith\nlines.')
    await renderScreen(`/profile/${member.username}`, { member })
    await expect.element(card('Post 3.')).toBeVisible()
    await press('j', 'Post 3.')
    await press('j', 'Post 2.')
    await card('Post 2.')
      .getByRole('button', { name: /^Comments/ })
      .click()
    await expect.poll(() => card('A comment').elements().length).toBeGreaterThan(15)
    await expect.poll(() => card('Post 1.').query()).toBeNull()
    await press('j', 'Post 1.')
    await press('k', 'Post 2.')
    await press('k', 'Post 3.')
  })

  test('go on from what is in view after the list was scrolled away', async ({ api }) => {
    await openProfile(api, 40)
    await press('j', 'Post 40.')
    await scrollTo(card('Post 15.'))
    card('Post 15.').element().scrollIntoView({ block: 'start' })
    await press('j', 'Post 15.')
    await press('k', 'Post 16.')
  })

  test('move through comments on the page of their post, and past them in a list', async ({ api }) => {
    const member = await api.signUp()
    const [, post] = await write(api, member, 2)
    if (!post) throw new Error('no post')
    const first = await api.comment(post, member, 'First comment.')
    await api.comment(post, member, 'An answer.', first)
    const screen = await renderScreen(`/post-detail/${post.id}`, { member })
    await expect.element(page.getByText('An answer.')).toBeVisible()
    await press('j', 'Post 2.')
    await press('j', 'First comment.')
    await press('j', 'An answer.')
    await press('k', 'First comment.')
    await userEvent.keyboard('r')
    await expect.element(page.getByRole('textbox', { name: 'Your answer' })).toHaveFocus()
    await userEvent.keyboard('{Escape}l')
    await expect
      .element(card('First comment.').last().getByRole('button', { name: 'Upvote: 1' }))
      .toHaveAttribute('aria-pressed', 'true')

    await screen.open(`/profile/${member.username}`)
    await expect.element(card('Post 2.')).toBeVisible()
    await press('j', 'Post 2.')
    await userEvent.keyboard('r')
    await expect.element(reply).toHaveFocus()
    await expect.element(page.getByText('An answer.')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await press('j', 'Post 1.')
  })

  test('move through notifications and found members, which o and Enter open', async ({ api }) => {
    const member = await api.signUp()
    const fan = await api.signUp(makePerson('Fan'))
    await api.follow(member, fan)
    const screen = await renderScreen('/notifications', { member })
    await expect.element(main.getByText(/followed you/).first()).toBeVisible()
    await userEvent.keyboard('jo')
    await expect.poll(() => location.pathname).toBe(`/profile/${fan.username}`)
    await screen.open(`/search?tab=people&q=${fan.username}`)
    await expect.element(main.getByText(`@${fan.username}`)).toBeVisible()
    await userEvent.keyboard('j{Enter}')
    await expect.poll(() => location.pathname).toBe(`/profile/${fan.username}`)
  })
})

describe('the keys of a post', () => {
  test('press its buttons, once while they are held', async ({ api }) => {
    const { posts } = await openProfile(api, 2)
    const post = card('Post 2.')
    const sent = await watchRequests(/^\/api\/.*(like|bookmark)/, 'write')
    await userEvent.keyboard('l')
    await press('j', 'Post 2.')
    await userEvent.keyboard('{l>5/}')
    await expect.element(like(post)).toHaveAttribute('aria-pressed', 'true')
    await userEvent.keyboard('{b>5/}')
    await expect.element(bookmark(post)).toHaveAttribute('aria-pressed', 'true')
    expect(focusedText()).toBe('Post 2.')
    await expect.element(like(card('Post 1.'))).toHaveAttribute('aria-pressed', 'false')
    await expect.poll(async () => (await sent()).length).toBe(2)
    await userEvent.keyboard('o')
    await expect.poll(() => location.pathname).toBe(`/post-detail/${posts[1]?.id}`)
    // There is one post there: it need not have the focus.
    await expect.element(page.getByRole('heading', { name: 'Post', exact: true })).toBeVisible()
    await expect.element(post).toBeVisible()
    await userEvent.keyboard('l')
    await expect.element(like(post)).toHaveAttribute('aria-pressed', 'false')
    await userEvent.keyboard('r')
    await expect.element(reply).toHaveFocus()
  })

  test('open and fold what a warning or a muted word covers', async ({ api }) => {
    const { member, screen } = await openProfile(api, 1)
    await api.writePost(member, 'It ends well.', { warning: 'About the end.' })
    await api.muteWord('rhubarb', member)
    const other = await api.signUp()
    await api.writePost(other, 'More rhubarb.')
    await api.follow(other, member)
    await screen.open('/')
    await expect.element(page.getByText('You muted “rhubarb”').first()).toBeVisible()
    await userEvent.keyboard('jx')
    await expect.element(page.getByText('More rhubarb.')).toBeVisible()
    await screen.open(`/profile/${member.username}`)
    await expect.element(page.getByText('About the end.')).toBeVisible()
    await press('j', 'About the end.')
    await userEvent.keyboard('x')
    await expect.element(page.getByText('It ends well.')).toBeVisible()
    await userEvent.keyboard('x')
    await expect.element(page.getByText('It ends well.')).not.toBeInTheDocument()
  })

  test('act on the post whose picture is viewed, and on nothing behind it', async ({ api }) => {
    const member = await api.signUp()
    await api.writePost(member, 'Behind.')
    const { url } = await api.upload(member, fileOf(await makePhoto()))
    await api.writePost(member, 'Viewed.', { mediaUrl: url, type: 'image', alt: 'A pond' })
    await renderScreen('/', { member })
    await expect.element(card('Behind.')).toBeVisible()
    await userEvent.keyboard('jj')
    await expect.poll(focusedText).toBe('Behind.')
    await card('Viewed.').getByRole('button', { name: 'View picture' }).click()
    await expect.element(dialog.getByText('A pond')).toBeVisible()
    await userEvent.keyboard('lnjg')
    await expect.element(like(dialog)).toHaveAttribute('aria-pressed', 'true')
    await userEvent.keyboard('e')
    expect(dialog.elements()).toHaveLength(1)
    expect(location.pathname).toBe('/')
    await userEvent.keyboard('r')
    await expect.poll(() => location.pathname).toMatch(/^\/post-detail\//)
    await expect.element(dialog).not.toBeInTheDocument()
  })
})

describe('keys everywhere', () => {
  test('go to pages, and do not wait for a pair that was completed', async ({ api }) => {
    const { member } = await openProfile(api, 1)
    for (const [keys, path] of [
      ['gh', '/'],
      ['ge', '/explore'],
      ['gb', '/bookmark'],
      ['gs', '/settings'],
      ['gn', '/notifications'],
      ['gp', `/profile/${member.username}`],
    ] as const) {
      await userEvent.keyboard(keys)
      await expect.poll(() => location.pathname).toBe(path)
    }
    await userEvent.keyboard('gbn')
    await expect.element(dialog.getByRole('textbox', { name: 'New post' })).toHaveFocus()
    expect(location.pathname).toBe('/bookmark')
    await userEvent.keyboard('j')
    await expect.element(dialog.getByRole('textbox', { name: 'New post' })).toHaveValue('j')
  })

  test('the top of the page is a key away', async ({ api }) => {
    const { screen } = await openProfile(api, 20)
    for (const path of [location.pathname, '/']) {
      await screen.open(path)
      await scrollTo(card('Post 5.'))
      await userEvent.keyboard('.')
      await expect.poll(() => window.scrollY).toBe(0)
      await expect.element(main).toHaveFocus()
    }
  })

  test('keys with others, in fields, menus and dialogs, and all of them when they are turned off, do nothing', async ({
    api,
  }) => {
    const { member, screen } = await openProfile(api, 2)
    const post = card('Post 2.')
    const isLiked = () => like(post).element().getAttribute('aria-pressed')
    await press('j', 'Post 2.')
    for (const held of ['Control', 'Meta', 'Alt', 'Shift']) await userEvent.keyboard(`{${held}>}l{/${held}}`)
    const composed = { key: 'l', code: 'KeyL', bubbles: true, isComposing: true }
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', composed))
    // It comes after the others.
    await userEvent.keyboard('b')
    await expect.element(bookmark(post)).toHaveAttribute('aria-pressed', 'true')
    expect(isLiked()).toBe('false')

    await post.getByRole('button', { name: 'Post options' }).click()
    await expect.element(page.getByRole('menu')).toBeVisible()
    await userEvent.keyboard('l?')
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
    await userEvent.keyboard('n')
    await expect.element(dialog.getByRole('textbox', { name: 'New post' })).toHaveFocus()
    dialog.getByRole('button', { name: 'Close' }).element().focus()
    await userEvent.keyboard('l?gs')
    expect(dialog.elements()).toHaveLength(1)
    await escapeFrom(dialog)
    expect(isLiked()).toBe('false')
    expect(location.pathname).toBe(`/profile/${member.username}`)

    await screen.open('/settings')
    await page.getByRole('switch', { name: 'Single keys' }).click()
    await screen.reload()
    await expect.element(page.getByRole('switch', { name: 'Single keys' })).not.toBeChecked()
    await userEvent.keyboard('n?/')
    expect(dialog.elements()).toHaveLength(0)
    await screen.open(`/profile/${member.username}`)
    await expect.element(like(post)).not.toHaveAttribute('aria-keyshortcuts')
    like(post).element().focus()
    await userEvent.keyboard('b')
    await userEvent.keyboard('{Enter}')
    await expect.element(like(post)).toHaveAttribute('aria-pressed', 'true')
    await expect.element(bookmark(post)).toHaveAttribute('aria-pressed', 'true')
  })
})
