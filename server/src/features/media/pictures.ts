import sharp, { type Sharp } from 'sharp'
import { AppError } from '../../http/errors.ts'

// One thread per picture: uploads must not take the processors from everybody's reading.
sharp.concurrency(1)
sharp.cache(false)

const PIXELS_MAX = 100_000_000
/** The longer side of what is kept, in pixels: more than any screen shows of a post. */
const KEPT_SIDE = 2_048
const PREVIEW_SIDE = 16

export interface KeptPicture {
  readonly width: number
  readonly height: number
  /** A blurred miniature as a data: address, a few hundred bytes. */
  readonly preview: string
}

const source = (file: string, animated: boolean): Sharp =>
  sharp(file, { limitInputPixels: PIXELS_MAX, failOn: 'error', animated })

/**
 * Decodes an uploaded picture and writes it anew as WebP: upright, no larger than needed, and with nothing of the
 * file left but its pixels (no place, no device, no hidden payload).
 * @throws mediaUnreadable
 */
export async function keepPicture(file: string, target: string): Promise<KeptPicture> {
  try {
    const { pages = 1 } = await source(file, false).metadata()
    const written = await source(file, pages > 1)
      .rotate()
      .resize({ width: KEPT_SIDE, height: KEPT_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 84, effort: 3 })
      .toFile(target)
    // An animation is written as one tall strip; its height here is that of a single picture.
    const height = written.pageHeight ?? written.height
    const preview = await source(file, false)
      .rotate()
      .resize(PREVIEW_SIDE, PREVIEW_SIDE, { fit: 'inside' })
      .webp({ quality: 40 })
      .toBuffer()
    return { width: written.width, height, preview: `data:image/webp;base64,${preview.toString('base64')}` }
  } catch {
    throw new AppError('mediaUnreadable')
  }
}

export type PictureFormat = 'webp' | 'jpeg'

/** Writes a kept picture at a width that a page asks for; never larger than it is. */
export async function writeVariant(file: string, target: string, width: number, format: PictureFormat): Promise<void> {
  const picture = source(file, format === 'webp').resize({ width, withoutEnlargement: true })
  await (format === 'webp'
    ? picture.webp({ quality: 78, effort: 3 })
    : picture.jpeg({ quality: 80, mozjpeg: true })
  ).toFile(target)
}
