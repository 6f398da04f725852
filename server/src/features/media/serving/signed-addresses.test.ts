import { describe, expect } from 'vitest'
import { MINIMAL } from '../../../../test/client.ts'
import { newPicture, plain, post, read, SIGNED, test } from '../../../../test/signed-media-fixtures.ts'
import { mediaOf, uploadFile, uploadInParts } from '../../../../test/uploads.ts'

describe('a signed address that a client sends back', () => {
  test('keeps the media of an edited post, even when it has expired', async ({ app, ann, get, setPrivate }) => {
    const { url } = await uploadFile(ann, await newPicture())
    const postId = await post(ann, url)
    await setPrivate(ann, 1)
    const { mediaUrl } = await read(ann, postId)
    const old = mediaUrl.replace(/\d{10}\.[\w-]{43}/, `1000000000.${'A'.repeat(43)}`)
    for (const sent of [mediaUrl, old]) {
      const body = { postData: { content: 'Edited', mediaUrl: sent, type: 'image', alt: 'A wall' } }
      await ann.call('POST /api/posts/edit/:postId', { params: { postId }, body, headers: MINIMAL })
      const edited = await read(ann, postId)
      expect(edited).toMatchObject({ content: 'Edited', mediaUrl, alt: 'A wall', media: { width: 900 } })
      expect((await get(edited.mediaUrl)).status).toBe(200)
    }
    const stored = await app.db.read
      .selectFrom('posts')
      .select('media_url')
      .where('id', '=', Number(postId) as never)
    expect(await stored.execute()).toEqual([{ media_url: url }])
  })

  test('is stored as an avatar without its signature, and the file is public while it is one', async ({
    ann,
    get,
    isUnknown,
    setPrivate,
  }) => {
    const { url } = await uploadFile(ann, await newPicture())
    const postId = await post(ann, url)
    await setPrivate(ann, 1)
    const { mediaUrl: avatarURL } = await read(ann, postId)
    await isUnknown(url)
    const { user } = await ann.call('POST /api/users/edit', { body: { userData: { avatarURL } } })
    expect(user.avatarURL).toBe(url)
    expect((await get(url)).status).toBe(200)
    await ann.call('POST /api/users/edit', { body: { userData: { avatarURL: '/avatars/duck-1.webp' } } })
    await isUnknown(url)
  })
})

describe('an upload', () => {
  test('of a file that only private posts show is answered with a signed address', async ({
    ann,
    bob,
    get,
    setPrivate,
  }) => {
    const file = await newPicture()
    const { url } = await uploadFile(ann, file)
    await post(ann, url)
    await setPrivate(ann, 1)
    const finish = async () => {
      const uploadId = await uploadInParts(bob, file)
      return mediaOf(await bob.send({ method: 'POST', url: `/api/uploads/${uploadId}/finish` }))
    }
    for (const media of [await uploadFile(ann, file), await uploadFile(bob, file), await finish()]) {
      expect(media.url).toMatch(SIGNED)
      expect(plain(media.url)).toBe(url)
      expect((await get(`${media.url}?w=400`)).status).toBe(200)
    }
    const again = await uploadFile(bob, file)
    expect((await read(bob, await post(bob, again.url))).mediaUrl).toBe(url)
    expect((await uploadFile(bob, file)).url).toBe(url)
  })
})
