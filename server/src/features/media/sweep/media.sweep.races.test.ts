import { describe, expect } from 'vitest'
import { MINIMAL } from '../../../../test/client.ts'
import { newPicture, post, remove, test, upload } from '../../../../test/sweep-fixtures.ts'
import { withMediaLease } from './media-lease.ts'

describe('media without a reference', () => {
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

  test('are either removed or posted if both happen concurrently', async ({ ann, statusOf, sweepIn }) => {
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const url = await upload(ann, await newPicture())
        const further = { mediaUrl: 'https://example.com/duck.png', type: 'image', furtherPictures: [{ url }] }
        const sent = {
          method: 'POST',
          url: '/api/posts',
          payload: { postData: index % 2 === 0 ? { mediaUrl: url } : further },
          headers: MINIMAL,
        } as const
        const [{ status }] = await Promise.all([ann.send(sent), sweepIn(25)])
        expect([201, 422]).toContain(status)
        return { isPosted: status === 201, isThere: (await statusOf(url)) === 200 }
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
