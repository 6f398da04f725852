import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, vi } from 'vitest'
import { MINIMAL } from '../../../../test/client.ts'
import { animation } from '../../../../test/media-files/pictures.ts'
import { refusal } from '../../../../test/refusals.ts'
import { newPicture, plain, post, read, SIGNED, test } from '../../../../test/signed-media-fixtures.ts'
import { uploadFile } from '../../../../test/uploads.ts'

const VIDEO = await readFile(new URL('../../demo/media/bouncing-ball.mp4', import.meta.url))
const HOUR = 60 * 60_000

describe('media of a post by a private member', () => {
  test('are served at the signed address that readers get, and at no other', async ({
    ann,
    follower,
    get,
    isUnknown,
    setPrivate,
  }) => {
    const { url } = await uploadFile(ann, await newPicture())
    const postId = await post(ann, url)
    expect((await read(follower, postId)).mediaUrl).toBe(url)
    await setPrivate(ann, 1)
    const { mediaUrl } = await read(follower, postId)
    expect(mediaUrl).toMatch(SIGNED)
    expect(plain(mediaUrl)).toBe(url)
    expect((await read(ann, postId)).mediaUrl).toBe(mediaUrl)
    for (const query of ['', '?w=660']) await isUnknown(url + query)

    const { status, headers, bytes } = await get(`${mediaUrl}?w=660`, { accept: 'image/webp' })
    expect(status).toBe(200)
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 660, format: 'webp' })
    const [, seconds] = /^private, max-age=(\d+), immutable$/.exec(String(headers['cache-control'])) ?? []
    expect(Number(seconds)).toBeGreaterThanOrEqual(3_599)
    expect(Number(seconds)).toBeLessThanOrEqual(7_200)
    expect(headers.vary).toContain('accept')
    const known = { accept: 'image/webp', 'if-none-match': String(headers.etag) }
    expect((await get(`${mediaUrl}?w=660`, known)).status).toBe(304)
    const part = await get(`${mediaUrl}?w=660`, { accept: 'image/webp', range: 'bytes=0-9' })
    expect([part.status, part.bytes.length]).toEqual([206, 10])

    await setPrivate(ann, 0)
    expect((await read(follower, postId)).mediaUrl).toBe(url)
    expect((await get(url)).headers['cache-control']).toBe('public, max-age=31536000, immutable')
    // Addresses that were sent before still work, and are as private as before.
    expect((await get(mediaUrl)).headers['cache-control']).toMatch(/^private/)
  })

  test('have signatures of one name and expiry', async ({ ann, isUnknown, setPrivate }) => {
    const ids = await Promise.all([0, 1].map(async () => post(ann, (await uploadFile(ann, await newPicture())).url)))
    await setPrivate(ann, 1)
    const [first = '', second = ''] = await Promise.all(ids.map(async (id) => (await read(ann, id)).mediaUrl))
    const [, expiry = '', signature = '', name = ''] = /signed\/(\d+)\.(.+)\/(.+)$/.exec(first) ?? []
    await isUnknown(first.replace(name, second.slice(second.lastIndexOf('/') + 1)))
    await isUnknown(first.replace(expiry, String(Number(expiry) + 3_600)))
    await isUnknown(first.replace(signature, `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`))
    for (const wrong of [
      '',
      'x',
      `${expiry}.`,
      `.${signature}`,
      `${expiry}.${'A'.repeat(43)}`,
      `${expiry}.${'é'.repeat(43)}`,
    ])
      await isUnknown(`/media/signed/${encodeURIComponent(wrong)}/${name}`)
    await isUnknown(`/media/${encodeURIComponent(first.slice('/media/'.length))}`)
  })

  test('get another address each hour, also in cached posts, and the old one expires', async ({
    ann,
    follower,
    get,
    isUnknown,
    setPrivate,
  }) => {
    const postId = await post(ann, (await uploadFile(ann, await newPicture())).url)
    await setPrivate(ann, 1)
    const readTwice = async () => {
      const { mediaUrl } = await read(follower, postId)
      expect((await read(follower, postId)).mediaUrl).toBe(mediaUrl)
      return mediaUrl
    }
    const addresses: string[] = []
    // From the past on, because an S3 store has the real time.
    for (const hours of [2, 1, 0]) {
      try {
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - hours * HOUR })
        addresses.push(await readTwice())
      } finally {
        vi.useRealTimers()
      }
    }
    const [first = '', second = '', third = ''] = addresses
    expect(new Set(addresses).size).toBe(3)
    await isUnknown(first)
    for (const url of [second, third]) expect((await get(url)).status).toBe(200)
  })

  test('stay public if everyone sees the same file in another post', async ({
    ann,
    bob,
    get,
    isUnknown,
    setPrivate,
  }) => {
    const file = await newPicture()
    const { url } = await uploadFile(ann, file)
    const postId = await post(ann, url)
    await setPrivate(ann, 1)
    await isUnknown(url)
    const other = await post(bob, (await uploadFile(bob, file)).url)
    expect((await read(bob, other)).mediaUrl).toBe(url)
    expect((await get(url)).status).toBe(200)
    expect((await read(ann, postId)).mediaUrl).toMatch(SIGNED)
    await setPrivate(bob, 1)
    await isUnknown(url)
    await setPrivate(bob, 0)
    await bob.call('DELETE /api/posts/:postId', { params: { postId: other }, headers: MINIMAL })
    await isUnknown(url)
  })

  test('may move: the still first frame is at the signed address too, and at no other', async ({
    ann,
    get,
    isUnknown,
    setPrivate,
  }) => {
    const media = await uploadFile(ann, await (await animation(3)).webp().toBuffer())
    expect(media.animated).toBe(true)
    const postId = await post(ann, media.url)
    expect((await read(ann, postId)).media).toMatchObject({ animated: true })
    await setPrivate(ann, 1)
    const { mediaUrl } = await read(ann, postId)
    const accept = 'image/webp'
    const still = await get(`${mediaUrl}?w=400&still=1`, { accept })
    expect((await sharp(still.bytes).metadata()).pages ?? 1).toBe(1)
    expect(still.headers['cache-control']).toMatch(/^private/)
    expect((await sharp((await get(mediaUrl, { accept })).bytes).metadata()).pages).toBe(3)
    for (const query of ['?still=1', '?w=400&still=1', '?w=400']) await isUnknown(media.url + query)
    await setPrivate(ann, 0)
  })

  test('may be a video, whose poster is signed too', async ({ ann, get, isUnknown, setPrivate }) => {
    const media = await uploadFile(ann, VIDEO)
    const postId = await post(ann, media.url)
    await setPrivate(ann, 1)
    const shown = await read(ann, postId)
    expect(shown.mediaUrl).toMatch(SIGNED)
    await isUnknown(media.url)
    const whole = await get(shown.mediaUrl)
    const part = await get(shown.mediaUrl, { range: 'bytes=100-199' })
    expect(part.status).toBe(206)
    expect(part.bytes.equals(whole.bytes.subarray(100, 200))).toBe(true)
    if (media.poster !== '') {
      await isUnknown(media.poster)
      expect(plain(shown.media?.poster ?? '')).toBe(media.poster)
      expect((await get(`${shown.media?.poster}?w=400`)).headers['content-type']).toBe('image/jpeg')
    }
    await setPrivate(ann, 0)
  })
})

describe('media of a hidden post', () => {
  test('are for its author and the moderators', async ({ ann, bob, moderator, get, isUnknown }) => {
    const { url } = await uploadFile(ann, await newPicture())
    const postId = await post(ann, url)
    const { report } = await bob.call('POST /api/reports', { body: { kind: 'post', id: postId, rule: 'spam' } })
    expect(report.copy.mediaUrl).toBe(url)
    const body = { reports: [report._id], actions: ['hide' as const], message: 'Not here' }
    await moderator.call('POST /api/moderation/decisions', { body })
    await isUnknown(url)

    const params = { reportId: report._id }
    const seen = await moderator.call('GET /api/moderation/reports/:reportId', { params })
    const { decisions } = await ann.call('GET /api/decisions')
    const copies = [seen.report.copy, seen.present, decisions[0]?.copy]
    for (const mediaUrl of [(await read(ann, postId)).mediaUrl, ...copies.map((copy) => copy?.mediaUrl ?? '')]) {
      expect(mediaUrl).toMatch(SIGNED)
      expect((await get(mediaUrl)).status).toBe(200)
    }
    // Who reported it has the address that everyone had.
    expect((await bob.call('GET /api/reports')).reports[0]?.copy.mediaUrl).toBe(url)
  })
})

describe('a file that is not open', () => {
  const POST = 'POST /api/posts'
  const AVATAR = 'POST /api/users/edit'

  test('is opened by nobody who has kept its name', async ({ ann, bob, follower, get, isUnknown, setPrivate }) => {
    const { url } = await uploadFile(ann, await newPicture())
    const postId = await post(ann, url)
    // While it is open, everybody may use it.
    const copyId = await post(bob, url)
    await bob.call('DELETE /api/posts/:postId', { params: { postId: copyId } })
    await setPrivate(ann, 1)
    const { mediaUrl } = await read(follower, postId)
    for (const address of [url, mediaUrl, mediaUrl.replace(/\.[\w-]{43}/, `.${'x'.repeat(43)}`)]) {
      for (const member of [bob, follower]) {
        expect(await member.refuse(POST, { body: { postData: { mediaUrl: address } } })).toEqual(
          refusal('mediaUrlInvalid'),
        )
        expect(await member.refuse(AVATAR, { body: { userData: { avatarURL: address } } })).toEqual(
          refusal('avatarUrlInvalid'),
        )
      }
    }
    await isUnknown(url)
    // Its author may use it again.
    const again = await post(ann, url)
    expect((await get((await read(ann, again)).mediaUrl)).status).toBe(200)
  })

  test('stays closed after its post is gone, until somebody uploads it', async ({
    ann,
    bob,
    get,
    isUnknown,
    setPrivate,
  }) => {
    const file = await newPicture()
    const { url } = await uploadFile(ann, file)
    await setPrivate(ann, 1)
    const postId = await post(ann, url)
    await isUnknown(url)
    await ann.call('DELETE /api/posts/:postId', { params: { postId } })
    await isUnknown(url)
    expect(await bob.refuse(POST, { body: { postData: { mediaUrl: url } } })).toEqual(refusal('mediaUrlInvalid'))
    expect((await get((await uploadFile(bob, file)).url)).status).toBe(200)
    await post(bob, url)
  })
})
