import { mkdir, stat, writeFile } from 'node:fs/promises'
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

/** The folders of the generated files. */
export const AVATARS = new URL('../../../web/public/avatars/', import.meta.url)
export const MEDIA = new URL('../../../server/src/features/demo/media/', import.meta.url)

/** Renders SVG text to a WebP file with the best quality that fits into `limit` KB, and prints its size. */
export async function writeWebp(picture: string, file: URL, limit: number): Promise<void> {
  const target = fileURLToPath(file)
  await mkdir(dirname(target), { recursive: true })
  const pixels = await toPng(picture)
  for (let quality = 82; ; quality -= 6) {
    const bytes = await sharp(pixels).webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
    if (bytes.length < limit * 1024 || quality < 30) {
      await writeFile(target, bytes)
      return report(target, `quality ${quality}`)
    }
  }
}

/** Renders SVG text to the bytes of a PNG. */
export function toPng(picture: string): Promise<Buffer> {
  return sharp(Buffer.from(picture)).flatten().png({ compressionLevel: 1 }).toBuffer()
}

/** Prints the name of a generated file, its size in KB and a note. */
export async function report(target: string, note: string): Promise<void> {
  const { size } = await stat(target)
  console.log(`${(size / 1024).toFixed(1).padStart(7)} KB  ${relative(process.cwd(), target)}  ${note}`)
}
