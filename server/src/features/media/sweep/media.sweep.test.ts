import { describe, expect } from 'vitest'
import { startTestApp } from '../../../../test/app.ts'
import { signUp } from '../../../../test/members.ts'
import { HOUR, newPicture, post, remove, test, upload } from '../../../../test/sweep-fixtures.ts'
import { createTestClock } from '../../../../test/test-clock.ts'
import { releaseAllMedia } from '../records/uploads.queries.ts'

describe('media without a reference', () => {
  test('stay while a post or a profile references them', async ({ app, ann, statusOf, sweepIn }) => {
    const newUrl = async () => upload(ann, await newPicture())
    const [inPost, avatarURL, headerURL] = [await newUrl(), await newUrl(), await newUrl()]
    await post(ann, inPost)
    await ann.call('POST /api/users/edit', { body: { userData: { avatarURL, profile: { headerURL } } } })
    await sweepIn(25)
    await app.db.write((transaction) => releaseAllMedia(transaction, [inPost, avatarURL, headerURL]))
    await sweepIn(50)
    for (const url of [inPost, avatarURL, headerURL]) expect(await statusOf(url)).toBe(200)
  })

  test('are removed when a post or profile gets another picture', async ({ ann, bob, statusOf, untilGone }) => {
    const [first, second] = [await upload(ann, await newPicture()), await upload(ann, await newPicture())]
    const postId = await post(ann, first)
    await ann.call('POST /api/posts/edit/:postId', { params: { postId }, body: { postData: { mediaUrl: second } } })
    await untilGone(first)
    await ann.call('POST /api/posts/edit/:postId', { params: { postId }, body: { postData: { content: 'Words' } } })
    expect(await statusOf(second)).toBe(200)

    const [third, fourth] = [await upload(bob, await newPicture()), await upload(bob, await newPicture())]
    await bob.call('POST /api/users/edit', { body: { userData: { avatarURL: third } } })
    await bob.call('POST /api/users/edit', { body: { userData: { avatarURL: fourth, profile: { headerURL: third } } } })
    expect(await statusOf(third)).toBe(200)
    const headerURL = await upload(bob, await newPicture())
    await bob.call('POST /api/users/edit', { body: { userData: { profile: { headerURL } } } })
    await untilGone(third)
    await bob.call('POST /api/users/edit', { body: { userData: { profile: { headerURL: '' } } } })
    await untilGone(headerURL)
    expect(await statusOf(fourth)).toBe(200)
  })

  test('stay until their last reference is gone', async ({ ann, bob, statusOf, sweepIn, untilGone }) => {
    const file = await newPicture()
    const url = await upload(ann, file)
    const first = await post(ann, url)
    await upload(bob, file)
    const second = await post(bob, url)
    await bob.call('POST /api/users/edit', { body: { userData: { avatarURL: url } } })
    await remove(ann, first)
    await remove(bob, second)
    await sweepIn(0)
    expect(await statusOf(url)).toBe(200)
    await bob.call('POST /api/users/edit', { body: { userData: { avatarURL: 'https://example.com/a.png' } } })
    await untilGone(url)
  })

  test('stay for a day if somebody has uploaded them again', async ({ ann, bob, statusOf, sweepIn, untilGone }) => {
    const file = await newPicture()
    const url = await upload(ann, file)
    const id = await post(ann, url)
    await upload(bob, file)
    await remove(ann, id)
    await sweepIn(0)
    expect(await statusOf(url)).toBe(200)
    await remove(bob, await post(bob, url))
    await untilGone(url)
  })

  test('are removed a day after the upload, by the clock of the server', async () => {
    const clock = createTestClock({ isHourly: true })
    const app = await startTestApp({ clock })
    try {
      const url = await upload(await signUp(app), await newPicture())
      const status = async () => (await app.visitor.send({ url })).status
      expect(await status()).toBe(200)
      clock.advance(25 * HOUR)
      await expect.poll(status).toBe(404)
    } finally {
      await app.close()
    }
  })
})
