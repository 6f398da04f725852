import { AVATAR_MAX_BYTES, POST_MEDIA_MAX_BYTES } from '@quack/contract/rules/limits'
import sharp, { type Sharp } from 'sharp'
import { blackPng, paddedTo } from './bytes.ts'
import { type Entry, image, refused } from './entry.ts'
import { SECRET_PLACE, SECRET_TITLE } from './videos.ts'

export const WIDTH = 320
export const HEIGHT = 200

/** The four corners of an upright picture: red, green, blue, white. */
export const CORNERS = [
  [220, 30, 30],
  [30, 200, 30],
  [30, 30, 220],
  [240, 240, 240],
] as const

/** A picture whose quarters show its rotation. */
export function quarters(width = WIDTH, height = HEIGHT): Sharp {
  const half = { width: width / 2, height: height / 2, channels: 3 } as const
  const places = [
    { left: 0, top: 0 },
    { left: width / 2, top: 0 },
    { left: 0, top: height / 2 },
    { left: width / 2, top: height / 2 },
  ]
  return sharp({ create: { width, height, channels: 3, background: '#000' } }).composite(
    places.map((place, index) => {
      const [r, g, b] = CORNERS[index] ?? [0, 0, 0]
      return { input: { create: { ...half, background: { r, g, b } } }, ...place }
    }),
  )
}

/** The picture as a rotated camera stores it: only its EXIF orientation makes it upright. */
async function turned(orientation: number): Promise<Buffer> {
  const { data, info } = await quarters().raw().toBuffer({ resolveWithObject: true })
  // By the EXIF standard: the edges of the upright picture where the first row and the first column are. Pixel by
  // pixel, because sharp, which is tested here, has an order of its own for mirroring and rotating.
  const edges = [
    ...(['top left', 'top right', 'bottom right', 'bottom left'] as const),
    ...(['left top', 'right top', 'right bottom', 'left bottom'] as const),
  ]
  const [rows = 'top', columns = 'left'] = (edges[orientation - 1] ?? 'top left').split(' ')
  const isTurned = rows === 'left' || rows === 'right'
  const width = isTurned ? info.height : info.width
  const height = isTurned ? info.width : info.height
  const { channels } = info
  const stored = Buffer.alloc(data.length)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const [down, across] = isTurned ? [column, row] : [row, column]
      const y = rows === 'bottom' || columns === 'bottom' ? info.height - 1 - down : down
      const x = rows === 'right' || columns === 'right' ? info.width - 1 - across : across
      const from = (y * info.width + x) * channels
      data.copy(stored, (row * width + column) * channels, from, from + channels)
    }
  }
  return sharp(stored, { raw: { width, height, channels } })
    .withMetadata({ orientation })
    .jpeg({ quality: 95 })
    .toBuffer()
}

const tagged = (picture: Sharp): Sharp =>
  picture.withExif({
    IFD0: { Copyright: SECRET_TITLE, Model: SECRET_PLACE },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 27/1', GPSLongitudeRef: 'E', GPSLongitude: '2/1 17/1 42/1' },
  })

const frames = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      sharp({ create: { width: 120, height: 80, channels: 4, background: { r: index * 40, g: 90, b: 30, alpha: 1 } } })
        .png()
        .toBuffer(),
    ),
  )
export const animation = async (count: number) => sharp(await frames(count), { join: { animated: true } })
const small = () =>
  sharp({ create: { width: 30, height: 20, channels: 3, background: '#f2b705' } })
    .png()
    .toBuffer()

/** A photo like those of phones: 12 megapixels, with detail for several megabytes. */
export async function phonePhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 25 } as const
  const grain = await sharp({ create: { width: 1_008, height: 756, channels: 3, background: '#888', noise } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return tagged(sharp(grain).resize(4_032, 3_024, { kernel: 'cubic' }))
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 95 })
    .toBuffer()
}

const upright = { image: [WIDTH, HEIGHT], frames: 1, upright: true } as const
const plain = image(WIDTH, HEIGHT)

/** Pictures that are accepted. */
export const PICTURES: readonly Entry[] = [
  { name: 'JPEG', outcome: upright, make: () => quarters().jpeg({ quality: 95 }).toBuffer() },
  { name: 'JPEG, progressive', outcome: upright, make: () => quarters().jpeg({ progressive: true }).toBuffer() },
  { name: 'JPEG, grey', outcome: plain, make: () => quarters().greyscale().jpeg().toBuffer() },
  { name: 'JPEG, CMYK', outcome: plain, make: () => quarters().toColourspace('cmyk').jpeg().toBuffer() },
  { name: 'JPEG of a phone, 12 megapixels on its side', isDear: true, outcome: image(1_536, 2_048), make: phonePhoto },
  { name: 'PNG', outcome: upright, make: () => quarters().png().toBuffer() },
  { name: 'PNG, palette', outcome: upright, make: () => quarters().png({ palette: true }).toBuffer() },
  { name: 'PNG, interlaced', outcome: upright, make: () => quarters().png({ progressive: true }).toBuffer() },
  { name: 'PNG, 16 bits', outcome: plain, make: () => quarters().toColourspace('rgb16').png().toBuffer() },
  { name: 'PNG, transparent', outcome: plain, make: () => quarters().ensureAlpha(0.5).png().toBuffer() },
  { name: 'PNG, one bit', outcome: image(2_000, 1_000), make: () => blackPng(2_000, 1_000, 1) },
  { name: 'WebP', outcome: upright, make: () => quarters().webp({ quality: 95 }).toBuffer() },
  { name: 'WebP, lossless', outcome: upright, make: () => quarters().webp({ lossless: true }).toBuffer() },
  { name: 'AVIF', outcome: upright, make: () => quarters().avif({ quality: 80, effort: 0 }).toBuffer() },
  { name: 'GIF', outcome: upright, make: () => quarters().gif().toBuffer() },
  { name: 'GIF, animated', outcome: image(120, 80, 5), make: async () => (await animation(5)).gif().toBuffer() },
  { name: 'WebP, animated', outcome: image(120, 80, 4), make: async () => (await animation(4)).webp().toBuffer() },
  ...[false, true].flatMap((isAvatar) =>
    Array.from({ length: 8 }, (_, index) => ({
      name: `${isAvatar ? 'avatar' : 'JPEG'}, EXIF orientation ${index + 1}`,
      outcome: upright,
      isAvatar,
      make: () => turned(index + 1),
    })),
  ),
  { name: 'JPEG with a place', outcome: plain, make: () => tagged(quarters()).jpeg().toBuffer() },
  { name: 'PNG with a place', outcome: plain, make: () => tagged(quarters()).png().toBuffer() },
  { name: 'WebP with a place', outcome: plain, make: () => tagged(quarters()).webp().toBuffer() },
  { name: 'AVIF with a place', outcome: plain, make: () => tagged(quarters()).avif({ effort: 0 }).toBuffer() },
  {
    name: 'PNG that is called a JPEG',
    outcome: upright,
    fileName: 'photo.jpg',
    mime: 'image/jpeg',
    make: () => quarters().png().toBuffer(),
  },
  {
    name: 'JPEG that is called a video',
    outcome: plain,
    fileName: 'film.mp4',
    mime: 'video/mp4',
    make: () => quarters().jpeg().toBuffer(),
  },
  {
    name: 'WebP that is called a web page, in a folder above',
    outcome: plain,
    fileName: '../../index.html',
    mime: 'text/html',
    make: () => quarters().webp().toBuffer(),
  },
  {
    name: 'PNG one byte under the limit',
    isDear: true,
    outcome: image(30, 20),
    make: async () => paddedTo(await small(), POST_MEDIA_MAX_BYTES - 1),
  },
  {
    name: 'PNG at the limit',
    isDear: true,
    outcome: refused('mediaTooLarge'),
    make: async () => paddedTo(await small(), POST_MEDIA_MAX_BYTES),
  },
  {
    name: 'avatar one byte under the limit',
    outcome: image(30, 20),
    isAvatar: true,
    make: async () => paddedTo(await small(), AVATAR_MAX_BYTES - 1),
  },
  {
    name: 'avatar at the limit',
    outcome: refused('avatarTooLarge'),
    isAvatar: true,
    make: async () => paddedTo(await small(), AVATAR_MAX_BYTES),
  },
]
