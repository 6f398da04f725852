import { randomBytes } from 'node:crypto'
import sharp from 'sharp'

const WIDTH = 2_400
const HEIGHT = 1_800

/** A photo of about 5 MB, as a phone takes them. Noise, so that it does not compress to nothing. */
export async function makePhoto(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const raw = { width: WIDTH, height: HEIGHT, channels: 3 } as const
  const buffer = await sharp(randomBytes(WIDTH * HEIGHT * 3), { raw })
    .jpeg({ quality: 80 })
    .toBuffer()
  return { name: 'photo.jpg', mimeType: 'image/jpeg', buffer }
}
