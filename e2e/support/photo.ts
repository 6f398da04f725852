import { createCipheriv } from 'node:crypto'
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

/** A photo of about 5 MB. */
export function makeLargePhoto(): Promise<PickedFile> {
  return noise(2_400, 1_800)
}

/** Noise that hardly compresses and is the same in every run. */
async function noise(width: number, height: number): Promise<PickedFile> {
  const raw = { width, height, channels: 3 } as const
  const pixels = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(
    Buffer.alloc(width * height * 3),
  )
  const buffer = await sharp(pixels, { raw }).jpeg({ quality: 80 }).toBuffer()
  return { name: 'photo.jpg', mimeType: 'image/jpeg', buffer }
}
