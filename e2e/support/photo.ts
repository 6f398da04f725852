import { createCipheriv, randomBytes } from 'node:crypto'
import sharp from 'sharp'

/** A file as Playwright passes it to a file input. */
export interface PickedFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** A photo of some kilobytes. */
export function makePhoto(): Promise<PickedFile> {
  return noise(240, 180)
}

/** As makePhoto, for a test in which nobody else may show the same file. */
export function makeOwnPhoto(): Promise<PickedFile> {
  return noise(240, 180, randomBytes(16))
}

/** A photo of about 5 MB. */
export function makeLargePhoto(): Promise<PickedFile> {
  return noise(2_400, 1_800)
}

/** Noise that hardly compresses and is the same for the same key. */
async function noise(width: number, height: number, key = Buffer.alloc(16)): Promise<PickedFile> {
  const raw = { width, height, channels: 3 } as const
  const pixels = createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(width * height * 3))
  const buffer = await sharp(pixels, { raw }).jpeg({ quality: 80 }).toBuffer()
  return { name: 'photo.jpg', mimeType: 'image/jpeg', buffer }
}
