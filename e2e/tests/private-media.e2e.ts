import { readFile } from 'node:fs/promises'
import { holdBack } from '../support/gate.ts'
import { makeOwnPhoto } from '../support/photo.ts'
import { card } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'

const VIDEO = new URL('../../server/src/features/demo/media/bouncing-ball.mp4', import.meta.url)

test('a page that was opened before its author became private shows the pictures and videos all the same', async ({
  api,
  openAs,
  noise,
}) => {
  // The addresses that the page has at first, and the stream of events.
  noise.expect(/404/, /ERR_FAILED/)
  const [author, follower] = [await api.signUp(), await api.signUp()]
  // Files of its own: an address stays open to everyone while a public post shows the same file, for example in another
  // test or in the demo. The last bytes of the video are those of its last frame.
  const photo = await makeOwnPhoto()
  const buffer = await readFile(VIDEO)
  buffer.set([1, 2, 3], buffer.length - 3)
  const film = await api.upload(author, { name: 'film.mp4', mimeType: 'video/mp4', buffer })
  await api.writePost(author, 'A film', { mediaUrl: film.url, type: 'video' })
  await api.writePost(author, 'A photo', { mediaUrl: (await api.upload(author, photo)).url, type: 'image' })
  await api.follow(author, follower)
  const page = await openAs(follower)
  // An event would bring the new addresses too, for some minutes after the post was written.
  await page.route(/\/api\/events/, (route) => route.abort())
  const gate = await holdBack(page, /\/media\//)
  // Not until the page has loaded: that waits for a picture which is shown before.
  await page.goto('/', { waitUntil: 'commit' })
  const picture = card(page, 'A photo').locator('img[srcset]')
  await expect(picture).toHaveAttribute('src', /^\/media\/[\w-]+\.webp/)
  await api.setPrivate(author, true)
  gate.open()
  await expect(picture).toHaveAttribute('src', /^\/media\/signed\//)
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth)).toBeTruthy()
  const video = card(page, 'A film').locator('video')
  await video.scrollIntoViewIfNeeded()
  await expect(video).toHaveAttribute('src', /^\/media\/signed\//)
  await expect.poll(() => video.evaluate((playing: HTMLVideoElement) => playing.readyState)).toBeGreaterThan(0)
})
