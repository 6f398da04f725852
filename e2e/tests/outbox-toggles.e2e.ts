import type { APIRequestContext, Page } from '@playwright/test'
import { type Member, makePerson, type Post } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { readRows } from '../support/device.ts'
import { card } from '../support/posts.ts'
import { RestartableBrowser, untilInstalled } from '../support/restartable.ts'
import { expect, test } from '../support/test.ts'
import { LONG } from '../support/where.ts'

test.use({ serviceWorkers: 'allow' })

/** What a browser logs while it has no network. */
const GONE = /ERR_|NetworkError|fetching the script|TypeError: Failed to fetch/
const WRITES = /\/(like|bookmark|follow|vote)$/

/** The writes of a page, as the last parts of their addresses. */
function recordWrites(page: Page): string[] {
  const writes: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (WRITES.test(pathname)) writes.push(pathname)
  })
  return writes
}

async function open(browser: RestartableBrowser, address: string): Promise<Page> {
  const page = await browser.page()
  await page.goto(address)
  return page
}

/** How many desired states are in the database of the browser. */
async function countKept(page: Page): Promise<number> {
  return (await readRows(page, 'outbox')).length
}

async function read(request: APIRequestContext, path: string, { token }: Member) {
  return (await request.get(path, { headers: { authorization: `Bearer ${token}` } })).json()
}

test(
  'likes, a bookmark, a follow and a vote of somebody offline survive a killed browser and arrive; what was undone is never sent',
  LONG,
  async ({ api, noise, request, baseURL: address = '' }) => {
    noise.expect(GONE)
    const [author, viewer, bo] = [
      await api.signUp(),
      await api.signUp(makePerson('Vic')),
      await api.signUp(makePerson('Bo')),
    ]
    await api.follow(author, viewer)
    const posts: Post[] = []
    for (let number = 1; number <= 6; number++) posts.push(await api.writePost(author, `Post ${number} of a train`))
    const [first, second, , , , sixth] = posts as [Post, Post, Post, Post, Post, Post]
    await api.like(second, viewer)
    await api.comment(first, author, 'Am I right?')
    const browser = await RestartableBrowser.create((context) => noise.listenTo(context))
    try {
      const visit = await open(browser, `${address}/login`)
      const { token, username } = viewer
      const signIn = (page: Page) => page.evaluate((values) => Object.assign(localStorage, values), { token, username })
      await signIn(visit)
      await visit.goto(address)
      await untilInstalled(visit)
      // A browser that has just been installed and is killed keeps nothing: it writes its storage later.
      await browser.kill({ closes: true })
      await browser.start()
      const home = await open(browser, address)
      const detail = await open(browser, `${address}/post-detail/${first.id}`)
      const profile = await open(browser, `${address}/profile/${bo.username}`)
      const like = (post: Post) => card(home, post.content).getByRole('button', { name: 'Like', exact: true })
      await expect(like(first)).toBeVisible()
      const up = detail.getByRole('button', { name: /^Upvote/ })
      await expect(up).toBeVisible()
      const follow = profile
        .getByRole('main')
        .getByRole('button', { name: /^Follow/ })
        .first()
      await expect(follow).toBeVisible()

      const written = [home, detail, profile].map(recordWrites)
      await browser.context.setOffline(true)
      for (const post of posts.slice(0, 5)) await like(post).click()
      await expect(like(second)).toHaveAttribute('aria-pressed', 'false')
      await like(sixth).click()
      await expect(like(sixth)).toHaveAttribute('aria-pressed', 'true')
      await card(home, first.content)
        .getByRole('button', { name: /^Bookmark/ })
        .click()
      await up.click()
      await follow.click()
      await expect(
        profile
          .getByRole('main')
          .getByRole('button', { name: /^(Following|Unfollow)/ })
          .first(),
      ).toBeVisible()
      // 6 likes, a bookmark, a vote and a follow. One of the likes is taken back.
      await home.getByRole('link', { name: '9 waiting' }).click()
      const outbox = home.getByRole('list', { name: 'Outbox' }).getByRole('listitem')
      await expect(outbox.filter({ hasText: 'Like taken back' })).toContainText(second.content)
      await expect(outbox.filter({ hasText: `@${bo.username}` })).toContainText('Follow')
      await expect(outbox).toHaveCount(9)
      await expectAccessible(home)
      await outbox.filter({ hasText: sixth.content }).getByRole('button', { name: 'Undo' }).click()
      await expect(outbox).toHaveCount(8)
      expect(await countKept(home)).toBe(8)
      expect(written.flat()).toEqual([])

      await browser.kill()
      await browser.start()
      // What was tapped is shown on lists that arrive later, while the server does not have it.
      const again = await browser.page()
      const sent = recordWrites(again)
      let isCut = true
      await again.route(
        ({ pathname }) => WRITES.test(pathname),
        (route) => (isCut ? route.abort() : route.continue()),
      )
      // Local storage is written to the disk some seconds later than a database: the session may be lost.
      await again.goto(`${address}/login`)
      await signIn(again)
      await again.goto(address)
      const likeAgain = (post: Post) => card(again, post.content).getByRole('button', { name: 'Like', exact: true })
      for (const post of posts) {
        const isLiked = post !== second && post !== sixth
        await expect(likeAgain(post)).toHaveAttribute('aria-pressed', String(isLiked))
      }
      expect((await read(request, `/api/posts/${first._id}`, viewer)).post).toMatchObject({
        viewer: { liked: false, bookmarked: false },
      })
      isCut = false
      await again.evaluate(() => window.dispatchEvent(new Event('online')))
      await expect.poll(() => countKept(again)).toBe(0)
      for (const post of posts) {
        const isLiked = post !== second && post !== sixth
        expect((await read(request, `/api/posts/${post._id}`, viewer)).post).toMatchObject({
          likes: { likeCount: Number(isLiked) },
          viewer: { liked: isLiked, disliked: post === second, bookmarked: post === first },
        })
      }
      expect(sent.filter((path) => path.includes(sixth._id))).toEqual([])
      const { comments } = await read(request, `/api/comments/${first._id}`, viewer)
      expect(comments).toMatchObject([{ votes: { upvoteCount: 1 }, viewer: { upvoted: true } }])
      const { user } = await read(request, `/api/users/${bo.username}`, viewer)
      expect(user).toMatchObject({ followersCount: 1, viewer: { following: true } })

      // A post that is gone: the like is dropped, and the member is told.
      await again.goto(address)
      await expect(likeAgain(sixth)).toBeVisible()
      await browser.context.setOffline(true)
      await likeAgain(sixth).click()
      await expect.poll(() => countKept(again)).toBe(1)
      await api.deletePost(sixth, author)
      noise.expect(/404/, /ApiError/)
      await browser.context.setOffline(false)
      await expect.poll(() => countKept(again)).toBe(0)
      await expect(card(again, sixth.content)).toHaveCount(0)
    } finally {
      await browser.close()
    }
  },
)
