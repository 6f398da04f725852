import { readdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AVATAR_MAX_BYTES, POST_MEDIA_MAX_BYTES } from '@quack/contract/rules/limits'
import { describe, expect } from 'vitest'
import { test as base } from '../../../../test/fixtures.ts'
import { asRefusal, malformed, refusal } from '../../../../test/refusals.ts'
import { fileForm, picture, pngOf, uploadFile } from '../../../../test/uploads.ts'

const VIDEO = await readFile(new URL('../../demo/media/bouncing-ball.mp4', import.meta.url))

const test = base
  .extend('send', ({ ann }) => {
    return (file: Buffer, purpose = '') => ann.send({ ...fileForm(file), url: `/api/media${purpose}` })
  })
  .extend('upload', ({ ann }) => {
    return (file: Buffer, purpose = '') => uploadFile(ann, file, purpose)
  })
  /** Everything that an upload can leave behind. */
  .extend('traces', ({ app }) => async () => {
    const rows = await app.db.read.selectFrom('media').select('name').orderBy('name').execute()
    const kept: string[] = []
    for await (const { name } of app.media.list()) kept.push(name)
    return { rows, kept: kept.sort(), unfinished: await readdir(dirname(app.media.temporaryFile())) }
  })

describe('uploads', () => {
  const AVATAR = '?for=avatar'

  test.for(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    'takes a %s picture and keeps it as WebP',
    async (format, { ann, upload }) => {
      const media = await upload(await picture(64, 48).toFormat(format).toBuffer())
      expect(media).toEqual({
        url: expect.stringMatching(/^\/media\/[\w-]{22}\.webp$/),
        type: 'image',
        width: 64,
        height: 48,
        preview: expect.stringMatching(/^data:image\/webp;base64,/),
        poster: '',
        state: 'ready',
      })
      const { posts } = await ann.call('POST /api/posts', {
        body: { postData: { mediaUrl: media.url, type: 'video' } },
      })
      const { width, height, preview } = media
      expect(posts?.[0]).toMatchObject({ mediaUrl: media.url, type: 'image', media: { width, height, preview } })
    },
  )

  test('a video keeps its type, regardless of the type in the post', async ({ ann, upload }) => {
    const media = await upload(VIDEO)
    expect(media).toMatchObject({
      url: expect.stringMatching(/^\/media\/[\w-]{22}\.mp4$/),
      type: 'video',
      state: 'ready',
    })
    const { posts } = await ann.call('POST /api/posts', { body: { postData: { mediaUrl: media.url, type: 'image' } } })
    expect(posts?.[0]).toMatchObject({ mediaUrl: media.url, type: 'video', media: { width: media.width } })
  })

  test('a picture is stored upright and without its location', async ({ app, upload }) => {
    const turned = await picture(64, 48)
      .withExif({ IFD0: { Copyright: 'A secret place' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const media = await upload(turned)
    expect(media).toMatchObject({ width: 48, height: 64 })
    const kept = await app.media.withLocalFile(media.url.slice('/media/'.length), (path) => readFile(path))
    expect(kept?.length).toBeGreaterThan(0)
    expect(kept?.includes('A secret place')).toBe(false)
  })

  test('the same content is stored once', async ({ traces, upload }) => {
    const file = await picture(31, 31).png().toBuffer()
    const { url } = await upload(file)
    const before = await traces()
    expect((await upload(file)).url).toBe(url)
    expect(await traces()).toEqual(before)
  })

  test('a picture can become an avatar', async ({ ann, upload }) => {
    const { url } = await upload(await picture(33, 33).png().toBuffer(), AVATAR)
    const { user } = await ann.call('POST /api/users/edit', { body: { userData: { avatarURL: url } } })
    expect(user.avatarURL).toBe(url)
  })

  test('a video cannot become an avatar', async ({ ann, upload }) => {
    const { url } = await upload(VIDEO)
    const edit = { body: { userData: { avatarURL: url } } }
    expect(await ann.refuse('POST /api/users/edit', edit)).toEqual(refusal('avatarUrlInvalid'))
  })

  test.for([
    ['', POST_MEDIA_MAX_BYTES, 'mediaTooLarge'],
    [AVATAR, AVATAR_MAX_BYTES, 'avatarTooLarge'],
  ] as const)(
    '%j takes one byte under its limit and refuses the limit',
    async ([purpose, limit, code], { send, traces, upload }) => {
      expect(await upload(await pngOf(limit - 1), purpose)).toMatchObject({ type: 'image', width: 30 })
      const before = await traces()
      expect(asRefusal(await send(await pngOf(limit), purpose))).toEqual(refusal(code))
      expect(asRefusal(await send(await pngOf(limit + 70_000), purpose))).toEqual(refusal(code))
      expect(await traces()).toEqual(before)
    },
  )

  test('a refused file leaves nothing behind', async ({ send, traces }) => {
    const png = await picture(300, 300).png().toBuffer()
    const jpeg = await picture(300, 300).jpeg().toBuffer()
    const before = await traces()
    const text = Buffer.from('plain text, whatever it is called')
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    for (const file of [text, svg, Buffer.from('%PDF-1.7\n'), Buffer.alloc(0)]) {
      expect(asRefusal(await send(file))).toEqual(refusal('mediaTypeRefused'))
      expect(asRefusal(await send(file, AVATAR))).toEqual(refusal('avatarTypeRefused'))
    }
    expect(asRefusal(await send(VIDEO, AVATAR))).toEqual(refusal('avatarTypeRefused'))
    for (const file of [png.subarray(0, 60), jpeg.subarray(0, 200), VIDEO.subarray(0, 64)]) {
      expect(asRefusal(await send(file))).toEqual(refusal('mediaUnreadable'))
    }
    expect(await traces()).toEqual(before)
  })

  test('a request without a form with a file is refused', async ({ ann, send, traces }) => {
    const url = '/api/media'
    const before = await traces()
    const json = { method: 'POST', url, payload: { file: 'x' } } as const
    expect(asRefusal(await ann.send(json))).toEqual(refusal('contentTypeWrong'))
    expect(asRefusal(await ann.send({ method: 'POST', url }))).toEqual(refusal('contentTypeWrong'))
    const empty = { ...fileForm(Buffer.alloc(0)), payload: '--quack-test-boundary--\r\n', url }
    expect(asRefusal(await ann.send(empty))).toEqual(refusal('mediaMissing'))
    const cut = fileForm(await picture().png().toBuffer())
    expect(asRefusal(await ann.send({ ...cut, payload: (cut.payload as Buffer).subarray(0, 180), url }))).toEqual(
      refusal('requestMalformed'),
    )
    const boundless = { ...cut, headers: { 'content-type': 'multipart/form-data' }, url }
    expect(asRefusal(await ann.send(boundless))).toEqual(refusal('requestMalformed'))
    expect(asRefusal(await send(VIDEO, '?for=banner'))).toEqual(malformed('for must be one of post, avatar.'))
    expect(await traces()).toEqual(before)
  })

  test('are for members', async ({ app }) => {
    const form = fileForm(await picture().png().toBuffer())
    expect(asRefusal(await app.visitor.send({ ...form, url: '/api/media' }))).toEqual(refusal('tokenInvalid'))
  })
})
