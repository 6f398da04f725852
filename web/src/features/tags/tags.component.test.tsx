import type { TrendingTag } from '@quack/contract'
import { describe, expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { longTest, makePerson, test } from '../../../test/component-test.ts'
import { pressOn, tabTo } from '../../../test/keyboard.ts'
import { card } from '../../../test/posts.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
import { answer, breakRequests, holdBack, stopRoutes, watchRequests } from '../../../test/requests.ts'
import { scrollTo } from '../../../test/scroll.ts'

const main = page.getByRole('main')
const follow = main.getByRole('button', { name: 'Follow', exact: true })
const following = main.getByRole('button', { name: 'Following', exact: true })
const articles = main.getByRole('article')

/** A hashtag that no other test uses, without the #. */
function makeTag(start: string): string {
  return `${start}_${makePerson().username.slice('ann_'.length)}`
}

/** The head of a tag's page. */
function headOf(tag: string) {
  return page.getByRole('region', { name: `#${tag}`, exact: true })
}

function expectPosts(...texts: readonly string[]): Promise<void> {
  const shown = () => articles.elements().map(({ textContent }) => textContent)
  return expect.poll(shown).toEqual(texts.map((text) => expect.stringContaining(text)))
}

describe('the page of a hashtag', () => {
  test('a hashtag leads to all posts with it, in any spelling, newest first', async ({ api }) => {
    const [viewer, other] = [await api.signUp(), await api.signUp()]
    const screen = await renderScreen('/', { member: viewer })
    for (const [start, variant] of [
      ['Pond', 'ＰＯＮＤ'],
      ['אגם', 'אגם'],
      ['بحيرة', 'بحيرة'],
    ] as const) {
      const tag = makeTag(start)
      const spelling = tag.replace(start, variant).toUpperCase()
      await api.writePost(other, `The first at #${tag}.`)
      await api.writePost(other, `Not here: #${tag}_no`)
      await api.writePost(viewer, `The second: ＃${spelling}!`)
      await screen.open(`/profile/${other.username}`)
      await card(`The first at #${tag}.`)
        .getByRole('link', { name: `#${tag}` })
        .click()
      await expect.element(page.getByRole('heading', { name: `#${tag}`, exact: true })).toBeVisible()
      expect(document.title).toBe(`#${tag} · Quack`)
      await expect.element(headOf(tag).getByText('2 posts')).toBeVisible()
      await expectPosts('The second', 'The first')
      await page.getByRole('link', { name: `＃${spelling}` }).click()
      await expectPosts('The second', 'The first')
      await page.getByRole('button', { name: 'Back', exact: true }).click()
      await expect.poll(() => location.pathname).toBe(`/profile/${other.username}`)
    }
  })

  longTest('rapid taps on the follow button of a tag end in the last state', async ({ api }) => {
    const tag = makeTag('taps')
    const screen = await renderScreen(`/tag/${tag}`, { member: await api.signUp(), size: 'phone' })
    await expect.element(page.getByText(`There are no posts with #${tag} yet.`)).toBeVisible()
    const sent = await watchRequests(/\/follow$/)
    const gate = await holdBack(/\/follow$/)
    await follow.click()
    // Of the taps before the first one is sent, only the last one is.
    await gate.arrived()
    await following.click()
    await follow.click()
    await following.click()
    await gate.open()
    await expect.poll(async () => (await sent()).at(-1)).toMatchObject({ method: 'DELETE', status: 200 })
    await expect.element(follow).toBeVisible()
    expect((await sent()).map(({ method }) => method)).toEqual(['PUT', 'DELETE'])
    await screen.reload()
    await expect.element(follow).toBeVisible()
  })

  longTest(
    'a follow of a tag that fails is sent again, and the list of followed tags ends one',
    async ({ api, noise }) => {
      noise.expect(/ERR_CONNECTION_FAILED/)
      const tag = makeTag('kept')
      const viewer = await api.signUp()
      const screen = await renderScreen(`/tag/${tag}`, { member: viewer })
      await expect.element(follow).toBeVisible()
      await breakRequests(/\/follow$/)
      await follow.click()
      await noise.hear(/ERR_CONNECTION_FAILED/)
      await expect.element(following).toBeVisible()
      await stopRoutes()
      const sent = await watchRequests(/\/follow$/)
      await expect.poll(async () => (await sent()).at(-1)?.status).toBe(200)

      const empty = page.getByText(/^You do not follow any tags\./)
      await screen.open('/settings')
      await page.getByRole('link', { name: 'Followed tags' }).click()
      const entry = page.getByRole('list', { name: 'Followed tags' }).getByRole('listitem')
      await entry.getByRole('link', { name: `#${tag}` }).click()
      await expect.element(following).toBeVisible()
      history.back()
      await entry.getByRole('button', { name: 'Unfollow' }).click()
      await expect.element(empty).toBeVisible()
      await screen.open(`/tag/${tag}`)
      await expect.element(follow).toBeVisible()
    },
  )

  longTest('a tag is muted in one tap, which takes its posts out of the feeds until it is unmuted', async ({ api }) => {
    const tag = makeTag('Noise')
    const [viewer, author] = [await api.signUp(), await api.signUp()]
    await api.follow(author, viewer)
    await api.writePost(author, 'Quiet words')
    await api.writePost(author, `Loud words #${tag}`)
    await renderScreen('/', { member: viewer, size: 'phone' })
    const [quiet, loud] = [card('Quiet words'), card('Loud words')]
    await loud.getByRole('link', { name: `#${tag}` }).click()
    const options = page.getByRole('button', { name: 'Tag options' })
    await options.click()
    const items = page.getByRole('menuitem')
    await expect
      .poll(() => items.elements().map(({ textContent }) => textContent))
      .toEqual(['Mute for an hour', 'Mute for a day', 'Mute for a week', 'Mute permanently'])
    await page.getByRole('menuitem', { name: 'Mute for a day' }).click()
    const note = headOf(tag).getByText(`You muted #${tag}`)
    await expect.element(note).toBeVisible()
    await expect.element(loud).not.toBeInTheDocument()
    await expect.element(page.getByText(`Posts with #${tag} are hidden while it is muted.`)).toBeVisible()
    history.back()
    await expect.element(quiet).toBeVisible()
    await expect.element(loud).not.toBeInTheDocument()
    history.forward()
    await headOf(tag).getByRole('button', { name: 'Unmute' }).click()
    await expect.element(note).not.toBeInTheDocument()
    await expect.element(loud).toBeVisible()
    history.back()
    await expect.element(quiet).toBeVisible()
    await expect.element(loud).toBeVisible()

    history.forward()
    await options.click()
    await page.getByRole('menuitem', { name: 'Mute permanently' }).click()
    await expect.element(note).toBeVisible()
    await options.click()
    await page.getByRole('menuitem', { name: 'Unmute' }).click()
    await expect.element(note).not.toBeInTheDocument()
  })

  longTest('a new, an edited and a deleted post change the page of its tag at once', async ({ api }) => {
    const tag = makeTag('own')
    await renderScreen(`/tag/${tag}`, { member: await api.signUp() })
    await expect.element(headOf(tag).getByText('0 posts')).toBeVisible()
    const write = async (text: string) => {
      await page.getByRole('button', { name: 'New Post' }).click()
      const dialog = page.getByRole('dialog', { name: 'New Post' })
      await dialog.getByRole('textbox', { name: 'New post' }).fill(text)
      await dialog.getByRole('button', { name: 'Post', exact: true }).click()
      await expect.element(dialog).not.toBeInTheDocument()
    }
    await write(`Just now #${tag.toUpperCase()} `)
    await expect.element(card('Just now')).toBeVisible()
    // The same tag, as it was typed first.
    await expect.element(page.getByRole('heading', { name: `#${tag.toUpperCase()}`, exact: true })).toBeVisible()
    await expect.element(page.getByText('1 post', { exact: true })).toBeVisible()

    await page.getByRole('button', { name: 'Post options' }).click()
    await page.getByRole('menuitem', { name: 'Edit Post' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit Post' })
    await edit.getByRole('textbox', { name: 'Post text' }).fill('Just now, without it ')
    await edit.getByRole('button', { name: 'Update' }).click()
    await expect.element(page.getByText('0 posts')).toBeVisible()
    await expect.element(card('Just now')).not.toBeInTheDocument()

    await write(`Soon gone #${tag} `)
    await expect.element(page.getByText('1 post', { exact: true })).toBeVisible()
    await card('Soon gone').getByRole('button', { name: 'Post options' }).click()
    await page.getByRole('menuitem', { name: 'Delete Post' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect.element(page.getByText('0 posts')).toBeVisible()
    await expect.element(card('Soon gone')).not.toBeInTheDocument()
  })

  test('the page of a text that is no tag says so, and one that fails to load can be retried', async ({
    api,
    noise,
  }) => {
    noise.expect(/status of 429/)
    const screen = await renderScreen('/tag/123', { member: await api.signUp() })
    await expect.element(page.getByText(/^A hashtag consists of letters, digits and underscores/)).toBeVisible()
    await expect.element(follow).not.toBeInTheDocument()

    const tag = makeTag('later')
    await answer(/^\/api\/tags\//, 429, {})
    await screen.open(`/tag/${tag}`)
    await expect.element(main.getByRole('alert').getByText(/^Too many requests\./)).toBeVisible()
    await stopRoutes()
    await main.getByRole('button', { name: 'Retry' }).click()
    await expect.element(headOf(tag).getByText('0 posts')).toBeVisible()
    await expect.element(page.getByText(`There are no posts with #${tag} yet.`)).toBeVisible()
  })
})

describe('followed tags', () => {
  test('posts with a followed tag join Home and say so, until the tag is unfollowed', async ({ api }) => {
    const tag = makeTag('Straße')
    const [viewer, friend] = [await api.signUp(), await api.signUp()]
    const stranger = await api.signUp(makePerson('Otto'))
    await api.follow(friend, viewer)
    await api.writePost(friend, `By a friend, at #${tag}`)
    await api.writePost(stranger, `By a stranger, at ＃${tag.toUpperCase()}`)
    await renderScreen('/', { member: viewer, size: 'phone' })
    const [near, far] = [card('By a friend'), card('By a stranger')]
    await expect.element(near).toBeVisible()
    await expect.element(far).not.toBeInTheDocument()
    await near.getByRole('link', { name: `#${tag}` }).click()
    await follow.click()
    await expect.element(following).toBeVisible()

    history.back()
    // As the post spells it.
    const reason = far.getByText(`#${tag.toUpperCase()}, a tag that you follow`)
    await expect.element(reason).toBeVisible()
    await expect.element(near.getByText(/a tag that you follow/)).not.toBeInTheDocument()
    // The same post in another list has no reason.
    await far
      .getByRole('link', { name: /^Otto Mallard/ })
      .first()
      .click()
    await expect.poll(() => location.pathname).toBe(`/profile/${stranger.username}`)
    await expect.element(page.getByRole('region', { name: 'Otto Mallard', exact: true })).toBeVisible()
    await expect.element(far).toBeVisible()
    await expect.element(page.getByText(/a tag that you follow/)).not.toBeInTheDocument()

    history.back()
    await reason.getByRole('link').click()
    await expect.poll(() => location.pathname).toBe(`/tag/${encodeURIComponent(tag.toLowerCase().replace('ß', 'ss'))}`)
    await following.click()
    await expect.element(follow).toBeVisible()
    history.back()
    await expect.element(near).toBeVisible()
    await expect.element(far).not.toBeInTheDocument()
  })

  longTest('following, reading and muting a tag work by keyboard alone', async ({ api }) => {
    const tag = makeTag('keys')
    const [viewer, stranger] = [await api.signUp(), await api.signUp()]
    await api.writePost(viewer, `Where is #${tag}?`)
    const screen = await renderScreen('/', { member: viewer })
    await pressOn(card('Where is').getByRole('link', { name: `#${tag}` }))
    const sent = await watchRequests(/\/follow$/)
    await pressOn(follow)
    await expect.poll(async () => (await sent()).at(0)?.status).toBe(200)
    await expect.element(following).toHaveFocus()
    await api.writePost(stranger, `Here, at #${tag}`)
    await screen.open('/')
    const here = card('Here, at')
    await pressOn(here.getByRole('link', { name: `#${tag}` }).first())
    await tabTo(main.getByRole('button', { name: 'Tag options' }))
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('menuitem', { name: 'Mute for an hour' })).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(page.getByRole('menuitem', { name: 'Mute for a day' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(main.getByText(`You muted #${tag}`)).toBeVisible()
    await pressOn(main.getByRole('button', { name: 'Unmute' }))
    await expect.element(here).toBeVisible()
  })
})

describe('tags that trend', () => {
  /** In place of the server, which counts once a minute, and for all tests together. */
  const trend = (...tags: readonly TrendingTag[]) =>
    answer(/^\/api\/trending-tags/, 200, { tags, asOf: new Date().toISOString() })
  const trending = page.getByRole('region', { name: 'Trending today' })

  test('Explore shows the tags that trend, moves nothing for them, and one tap mutes them', async ({ api }) => {
    const [viewer, author] = [await api.signUp(), await api.signUp()]
    const tag = makeTag('Reeds')
    await api.writePost(author, `The only post with #${tag}`)
    const link = trending.getByRole('link', { name: new RegExp(`^#${tag} ?2 members$`) })
    const top = () => articles.first().element().getBoundingClientRect().top
    const asked = await watchRequests(/^\/api\/trending-tags/)
    for (const size of ['phone', 'desktop'] as const) {
      await trend()
      const screen = await renderScreen('/explore', { member: viewer, size })
      await expect.element(articles.first()).toBeVisible()
      await expect.poll(async () => (await asked()).at(-1)?.status).toBe(200)
      await expect.element(page.getByText(/Trending/)).not.toBeInTheDocument()
      const before = top()
      await trend({ key: tag.toLowerCase(), name: tag, membersCount: 2 })
      const times = (await asked()).length
      await screen.open('/explore')
      await expect.element(articles.first()).toBeVisible()
      if (size === 'phone') {
        await expect.poll(async () => (await asked()).at(times)?.status).toBe(200)
        expect(top(), 'on a phone').toBe(before)
        await scrollTo(link)
        const posts = page.getByRole('region', { name: 'All posts' })
        expect(posts.element().contains(trending.element()), 'among the posts').toBe(true)
      }
      await expect.element(link).toBeVisible()
      if (size === 'desktop') expect(top(), 'on a desktop').toBe(before)
    }
    await link.click()
    await expect.element(page.getByRole('heading', { name: `#${tag}`, exact: true })).toBeVisible()
    await expectPosts('The only post')

    history.back()
    await expect.element(link).toBeVisible()
    link.element().focus()
    await tabTo(trending.getByRole('button', { name: `Options for #${tag}` }))
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('menuitem', { name: 'Mute for an hour' })).toHaveFocus()
    // As the server answers then.
    await trend()
    await userEvent.keyboard('{Enter}')
    await expect.element(trending).not.toBeInTheDocument()
    await expect.element(main).toHaveFocus()
    await expect.element(card('The only post')).not.toBeInTheDocument()
  })
})
