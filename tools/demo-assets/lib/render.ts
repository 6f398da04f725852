import { mkdir, stat } from 'node:fs/promises'
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

/** Where the made files go. */
export const AVATARS = new URL('../../../web/public/avatars/', import.meta.url)
export const MEDIA = new URL('../../../server/src/features/demo/media/', import.meta.url)

/** Renders SVG text to a WebP file and says how large it became. */
export async function writeWebp(picture: string, file: URL, quality: number): Promise<void> {
  const target = fileURLToPath(file)
  await mkdir(dirname(target), { recursive: true })
  await sharp(Buffer.from(picture)).flatten().webp({ quality, effort: 6, smartSubsample: true }).toFile(target)
  await report(target)
}

/** Renders SVG text to the bytes of a PNG. */
export function toPng(picture: string): Promise<Buffer> {
  return sharp(Buffer.from(picture)).flatten().png({ compressionLevel: 1 }).toBuffer()
}

/** Prints a made file and its size in KB. */
export async function report(target: string): Promise<void> {
  const { size } = await stat(target)
  console.log(`${(size / 1024).toFixed(1).padStart(7)} KB  ${relative(process.cwd(), target)}`)
}
