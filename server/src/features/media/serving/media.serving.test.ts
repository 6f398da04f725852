import { PICTURE_SIDE_MAX } from '@quack/contract/rules/limits'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { phonePhoto } from '../../../../test/media-files/pictures.ts'
import { test } from '../../../../test/served-media-fixtures.ts'

describe('media', () => {
  test.for<[string, number]>([
    ['', 400],
    ['?w=1', 400],
    ['?w=400', 400],
    ['?w=401', 660],
    ['?w=1060', 1_060],
    ['?w=1061', 1_600],
    ['?w=2048', 1_600],
    ['?w=9999', 1_600],
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

  test('a whole picture is sent as it is stored to those who read WebP, without a variant', async ({
    get,
    imageUrl,
  }) => {
    const whole = await get(`${imageUrl}?w=${PICTURE_SIDE_MAX}`, { accept: 'image/avif,image/webp,*/*' })
    expect(whole.headers).toMatchObject({
      'content-type': 'image/webp',
      etag: `"${imageUrl.split('/').at(-1)}"`,
      vary: expect.stringContaining('accept'),
    })
    expect(await sharp(whole.bytes).metadata()).toMatchObject({ width: 1_600, height: 1_200 })
    const others = await get(`${imageUrl}?w=${PICTURE_SIDE_MAX}`, { accept: 'image/avif' })
    expect(others.headers['content-type']).toBe('image/jpeg')
    expect(await sharp(others.bytes).metadata()).toMatchObject({ width: 1_600, height: 1_200 })
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

    for (const query of ['?still=1', '?w=660&still=1']) {
      for (const accept of ['image/avif,image/webp', 'image/webp', '*/*']) {
        const still = await get(url + query, { accept })
        const { data, info } = await sharp(still.bytes, { pages: -1 }).raw().toBuffer({ resolveWithObject: true })
        const ratio = info.height / info.width
        expect([info.width, ratio.toFixed(1)], accept).toEqual([query.includes('660') ? 660 : 400, '0.6'])
        // The first frame is red.
        expect((data[0] ?? 0) > 200 && (data[2] ?? 0) < 60, accept).toBe(true)
        expect(still.headers['cache-control']).toBe('public, max-age=31536000, immutable')
        expect(still.headers.vary).toContain('accept')
      }
    }
    expect((await sharp((await get(url, { accept: 'image/webp' })).bytes).metadata()).pages).toBe(3)
  })

  test('a picture that does not move is the same with `still`', async ({ get, imageUrl }) => {
    const accept = 'image/webp'
    const [whole, still] = [await get(imageUrl, { accept }), await get(`${imageUrl}?still=1`, { accept })]
    expect(still.headers.etag).toBe(whole.headers.etag)
  })
})
