import { describe, expect } from 'vitest'
import { MINIMAL } from '../../../../test/client.ts'
import type { TestMember } from '../../../../test/members.ts'
import { refusal } from '../../../../test/refusals.ts'
import { newPicture, test, upload } from '../../../../test/sweep-fixtures.ts'
import { withMediaLease } from './media-lease.ts'

describe('media without a reference', () => {
  async function post(member: TestMember, mediaUrl: string): Promise<string> {
    const { post: made } = await member.call('POST /api/posts', { body: { postData: { mediaUrl } }, headers: MINIMAL })
    return String(made?._id)
  }
  const remove = (member: TestMember, postId: string) =>
    member.call('DELETE /api/posts/:postId', { params: { postId } })

  test('stay while a backup copies files, even if they are due', async ({ app, ann, filesOf, sweepIn }) => {
    const url = await upload(ann, await newPicture())
    const postId = await post(ann, url)
    await withMediaLease(app.db, async () => {
      await remove(ann, postId)
      await sweepIn(25)
      expect(await filesOf(url)).toHaveLength(1)
    })
    await sweepIn(25)
    expect(await filesOf(url)).toEqual([])
  })

  test('are removed a day after the upload, and not before', async ({ ann, filesOf, statusOf, sweepIn }) => {
    const url = await upload(ann, await newPicture())
    expect(await statusOf(`${url}?w=660`)).toBe(200)
    await sweepIn(23)
    expect(await filesOf(url)).toHaveLength(2)
    await sweepIn(25)
    expect(await filesOf(url)).toEqual([])
    expect(await statusOf(url)).toBe(404)
    const late = { body: { postData: { mediaUrl: url } } }
    expect(await ann.refuse('POST /api/posts', late)).toEqual(refusal('mediaUrlInvalid'))
  })

  test('stay while a post or a profile references them', async ({ ann, statusOf, sweepIn }) => {
    const [inPost, inProfile] = [await upload(ann, await newPicture()), await upload(ann, await newPicture())]
    await post(ann, inPost)
    await ann.call('POST /api/users/edit', { body: { userData: { avatarURL: inProfile } } })
    await sweepIn(25)
    await sweepIn(50)
    expect([await statusOf(inPost), await statusOf(inProfile)]).toEqual([200, 200])
  })

  test('are removed with their post, in every size', async ({ ann, filesOf, statusOf, untilGone }) => {
    const url = await upload(ann, await newPicture())
    const id = await post(ann, url)
    for (const width of [400, 660]) expect(await statusOf(`${url}?w=${width}`)).toBe(200)
    expect(await filesOf(url)).toHaveLength(3)
    await remove(ann, id)
    await untilGone(url)
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
    await bob.call('POST /api/users/edit', { body: { userData: { avatarURL: fourth } } })
    await untilGone(third)
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

  test('are either removed or posted if both happen concurrently', async ({ ann, statusOf, sweepIn }) => {
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const mediaUrl = await upload(ann, await newPicture())
        const sent = {
          method: 'POST',
          url: '/api/posts',
          payload: { postData: { mediaUrl } },
          headers: MINIMAL,
        } as const
        const [{ status }] = await Promise.all([ann.send(sent), sweepIn(25)])
        expect([201, 422]).toContain(status)
        return { isPosted: status === 201, isThere: (await statusOf(mediaUrl)) === 200 }
      }),
    )
    for (const { isPosted, isThere } of outcomes) expect(isThere).toBe(isPosted)
  })

  test('can be uploaded again while they are being removed', async ({ ann, bob, filesOf, statusOf, sweepIn }) => {
    const file = await newPicture()
    for (let round = 0; round < 8; round++) {
      const id = await post(ann, await upload(ann, file))
      const [, url] = await Promise.all([remove(ann, id), upload(bob, file)])
      await sweepIn(0)
      expect(await statusOf(url), `round ${round}`).toBe(200)
      expect(await filesOf(url)).toContain(url.slice('/media/'.length))
      await remove(bob, await post(bob, url))
    }
  })
})
