import type { Page } from '@playwright/test'
import { memberKey, readDevice, untilInstalled, untilKept } from '../support/device.ts'
import { startOwnProduct } from '../support/own-product.ts'
import { makeOwnPhoto } from '../support/photo.ts'
import { card } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'
import { visit } from '../support/visit.ts'
import { LONG, PHONE, tags } from '../support/where.ts'

test.use({ serviceWorkers: 'allow' })

/** What a browser logs without network or server. */
const CUT =
  /ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|SOCKET_NOT_CONNECTED)|NetworkError|fetching the script/

/** Waits until the picture in the card of this post is shown. */
async function expectPicture(page: Page, words: string): Promise<void> {
  const picture = card(page, words).locator('img[alt^="In the post"]')
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth)).toBeTruthy()
}

test('what was read can be read after the server has stopped, with its pictures, and says how old it is', async ({
  playwright,
  openAs,
  noise,
}) => {
  // The pages of private posts are answered with 404.
  noise.expect(CUT, /404 .*post-detail/)
  const product = await startOwnProduct(playwright)
  const { api, address } = product
  const [author, reader] = [await api.signUp(), await api.signUp()]
  const photos = [await api.upload(author, await makeOwnPhoto()), await api.upload(author, await makeOwnPhoto())]
  const [open, avatar] = photos.map(({ url }) => url)
  await api.editProfile(author, { bio: 'Keeps ducks', avatarURL: avatar ?? '' })
  const post = await api.writePost(author, 'With a picture', { mediaUrl: open ?? '', type: 'image' })
  await api.comment(post, author, 'And a comment')
  await api.follow(author, reader)
  await api.bookmark(post, reader)
  // Its files have signed addresses, which expire.
  await api.setPrivate(author, true)

  const page = await openAs(reader, address)
  // A page keeps what it has read some seconds after it was opened. It is opened by visits: the client is loaded once.
  for (const [path, ...kept] of [
    ['/', '/api/feed'],
    [`/post-detail/${post.id}`, `/api/posts/${post.id}`, `/api/comments/${post._id}`],
    [`/profile/${author.username}`, `/api/users/${author.username}`, `/api/posts/user/${author.username}`],
    ['/bookmark', '/api/bookmarks', open ?? '', `${avatar}?still`],
  ] as const) {
    await visit(page, address + path)
    await expectPicture(page, 'With a picture')
    await untilKept(page, ...kept)
  }
  await visit(page, `${address}/notifications`)
  await untilKept(page, '/api/notifications')
  await untilInstalled(page)
  await product.stop()
  // Pictures shall not come from the browser's own cache, which may lose them at any time.
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache')

  await page.goto(`${address}/`)
  await expectPicture(page, 'With a picture')
  await expect(page.getByText('Quack cannot be reached.')).toBeVisible()
  // Its own avatar, which came with Quack.
  await expect(page.getByRole('main').locator('img[width="40"][src^="blob:"]').first()).toBeVisible()
  await expect(page.getByText(/^Saved \d+ (second|minute)s? ago$/)).toBeVisible()
  await page.getByRole('article').getByRole('link', { name: 'Ann Mallard' }).first().click()
  await expect(page.getByText('Keeps ducks')).toBeVisible()
  const face = page.getByRole('main').locator(`img[src^="blob:"][width="96"]`)
  await expect.poll(() => face.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeTruthy()
  await expectPicture(page, 'With a picture')
  await visit(page, `${address}/post-detail/${post.id}`)
  await expectPicture(page, 'With a picture')
  await expect(page.getByText('And a comment')).toBeVisible()
  await visit(page, `${address}/bookmark`)
  await expectPicture(page, 'With a picture')
  await visit(page, `${address}/notifications`)
  await expect(page.getByText(/^Saved \d+ (second|minute)s? ago$/)).toBeVisible()
  // What was never read.
  await visit(page, `${address}/explore`)
  await expect(page.getByRole('main').getByRole('button', { name: 'Retry' })).toBeVisible()
})

test(
  'offline, the copies are shown to their member only; online, they are replaced',
  tags(PHONE, LONG),
  async ({ api, openAs, noise }) => {
    noise.expect(CUT)
    const [author, reader] = [await api.signUp(), await api.signUp()]
    const post = await api.writePost(author, 'Read on the train')
    await api.follow(author, reader)
    await api.bookmark(post, reader)
    const page = await openAs(reader)
    await page.goto('/')
    await untilKept(page, '/api/feed')
    await page.goto('/bookmark')
    await untilKept(page, '/api/bookmarks')
    await untilInstalled(page)
    await page.context().setOffline(true)
    await page.goto('/bookmark')
    await expect(card(page, 'Read on the train')).toBeVisible()
    await expect(page.getByText(/^Saved /)).toBeVisible()
    const later = await api.writePost(author, 'Written meanwhile')
    await api.bookmark(later, reader)
    await page.context().setOffline(false)
    await expect(card(page, 'Written meanwhile')).toBeVisible()
    await expect(page.getByText(/^Saved /)).toBeHidden()

    // At the top, Home changes only when asked.
    await page.context().setOffline(true)
    await page.goto('/')
    await expect(page.getByText(/^Saved /)).toBeVisible()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(card(page, 'Written meanwhile')).toBeVisible()
    await expect(page.getByText(/^Saved /)).toBeHidden()
    expect((await readDevice(page)).pages.every((name) => name.startsWith(`${memberKey(reader)} `))).toBe(true)

    // The session ends on the server. Another member logs in on this device, without network they see nothing.
    const other = await api.signUp()
    await page.evaluate(({ token, username }) => {
      localStorage.setItem('token', token)
      localStorage.setItem('username', username)
    }, other)
    await page.context().setOffline(true)
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    await page.goto('/bookmark')
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    await expect(page.getByText('Read on the train')).toHaveCount(0)
  },
)
