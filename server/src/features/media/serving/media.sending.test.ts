import { ERRORS } from '@quack/contract'
import { describe, expect } from 'vitest'
import { asRefusal, refusal } from '../../../../test/refusals.ts'
import { test } from '../../../../test/served-media-fixtures.ts'

describe('media', () => {
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
