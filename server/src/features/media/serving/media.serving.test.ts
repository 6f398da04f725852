import { readFile } from 'node:fs/promises'
import { ERRORS } from '@quack/contract'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { test as base } from '../../../../test/fixtures.ts'
import { phonePhoto } from '../../../../test/media-files/pictures.ts'
import { asRefusal, refusal } from '../../../../test/refusals.ts'
import { picture, uploadFile } from '../../../../test/uploads.ts'

const VIDEO = await readFile(new URL('../../demo/media/bouncing-ball.mp4', import.meta.url))

const test = base
  .extend('upload', { scope: 'file' }, async ({ member }) => {
    const author = await member('author')
    return async (file: Buffer) => (await uploadFile(author, file)).url
  })
  .extend('imageUrl', { scope: 'file' }, async ({ upload }) => upload(await picture(1_600, 1_200).png().toBuffer()))
  .extend('videoUrl', { scope: 'file' }, ({ upload }) => upload(VIDEO))
  .extend('get', ({ app }) => async (url: string, headers: Record<string, string> = {}) => {
    const response = await app.app.inject({ url, headers })
    return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload }
  })

describe('media', () => {
  test.for<[string, number]>([
    ['', 400],
    ['?w=1', 400],
    ['?w=400', 400],
    ['?w=401', 660],
    ['?w=1060', 1_060],
    ['?w=9999', 1_060],
  ])('a picture asked for with %j is %d pixels wide', async ([query, width], { get, imageUrl }) => {
    const { status, bytes } = await get(imageUrl + query)
    expect(status).toBe(200)
    expect(await sharp(bytes).metadata()).toMatchObject({ width, height: (width * 3) / 4 })
  })

  test.for<[string, string]>([
    ['image/avif,image/webp,image/apng,*/*;q=0.8', 'avif'],
    ['image/webp,image/avif;q=0.5', 'webp'],
    ['image/avif;q=0, image/webp;q=0.2', 'webp'],
    ['image/avif;q=0,*/*', 'jpeg'],
    ['image/jpeg, image/avif;q=0.3', 'jpeg'],
    ['image/png,image/jpeg', 'jpeg'],
    ['image/*', 'jpeg'],
    ['*/*', 'jpeg'],
    ['image/', 'jpeg'],
  ])('for %j a picture is %s', async ([accept, format], { get, imageUrl }) => {
    const { headers, bytes } = await get(imageUrl, { accept })
    expect(headers['content-type']).toBe(`image/${format}`)
    expect(headers.vary).toContain('accept')
    const { format: decoder, compression } = await sharp(bytes).metadata()
    expect(format === 'avif' ? compression : decoder).toBe(format === 'avif' ? 'av1' : format)
  })

  test('a photo of 12 megapixels has at most 60 KB at the default width', async ({ get, upload }) => {
    const url = await upload(await phonePhoto())
    for (const accept of ['image/avif', 'image/webp', '*/*']) {
      const { headers, bytes } = await get(url, { accept })
      expect(await sharp(bytes).metadata(), accept).toMatchObject({ width: 400 })
      expect(bytes.length, String(headers['content-type'])).toBeLessThanOrEqual(60 * 1_024)
    }
  })

  test('an animation stays animated', async ({ get, upload }) => {
    const frames = await Promise.all(
      ['#f00', '#0f0', '#00f'].map((background) =>
        sharp({ create: { width: 900, height: 500, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const url = await upload(
      await sharp(frames, { join: { animated: true } })
        .gif({ delay: [80, 90, 100] })
        .toBuffer(),
    )
    const { headers, bytes } = await get(url, { accept: 'image/avif,image/webp' })
    expect(headers['content-type']).toBe('image/webp')
    expect(await sharp(bytes).metadata()).toMatchObject({ pages: 3, width: 400, delay: [80, 90, 100] })
    expect((await get(url)).headers['content-type']).toBe('image/jpeg')
  })

  test('files are immutable to caches and cannot run scripts', async ({ get, imageUrl, videoUrl }) => {
    for (const url of [imageUrl, videoUrl]) {
      const { headers } = await get(url)
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox")
      expect(headers['x-content-type-options']).toBe('nosniff')
      const again = await get(url, { 'if-none-match': String(headers.etag) })
      expect(again.status).toBe(304)
    }
  })

  test('concurrent requests for a variant create it once, and all get the whole file', async ({ get, imageUrl }) => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => get(`${imageUrl}?w=660`, { accept: 'image/webp' })),
    )
    for (const { status, bytes } of answers) {
      expect(status).toBe(200)
      expect(bytes.equals(answers[0]?.bytes ?? Buffer.alloc(0))).toBe(true)
    }
  })

  test('a video is sent whole or in ranges', async ({ app, get, videoUrl }) => {
    const whole = await get(videoUrl)
    expect(whole.headers).toMatchObject({ 'content-type': 'video/mp4', 'accept-ranges': 'bytes' })
    const { bytes: video } = whole
    expect(video.length).toBe(Number(whole.headers['content-length']))
    const part = await get(videoUrl, { range: 'bytes=100-199' })
    expect(part.status).toBe(206)
    expect(part.headers['content-range']).toBe(`bytes 100-199/${video.length}`)
    expect(part.bytes.equals(video.subarray(100, 200))).toBe(true)
    expect((await get(videoUrl, { range: 'bytes=-10' })).bytes.equals(video.subarray(-10))).toBe(true)
    const past = await app.visitor.send({ url: videoUrl, headers: { range: `bytes=${video.length}-` } })
    expect(past).toMatchObject({ status: 416, body: { errors: [ERRORS.rangeUnknown.message] } })
  })

  test('names of no media answer 404', async ({ app, imageUrl }) => {
    const names = [`${'x'.repeat(22)}.webp`, 'x', `${imageUrl.slice(7)}.400.webp`, '..%2f..%2fquack.sqlite', 'tmp']
    for (const name of names) {
      expect(asRefusal(await app.visitor.send({ url: `/media/${name}` })), name).toEqual(refusal('mediaUnknown'))
    }
  })
})
