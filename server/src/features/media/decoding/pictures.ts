import { writeFile } from 'node:fs/promises'
import { PICTURE_SIDE_MAX } from '@quack/contract/rules/limits'
import { encode as encodeBlurHash } from 'blurhash'
import sharp, { type Metadata, type OutputInfo, type Sharp } from 'sharp'
import { MediaRefusal } from './media-refusal.ts'
import { findExcess, PIXELS_MAX } from './picture-cost.ts'

// One thread per picture, because there are about as many workers as processors.
sharp.concurrency(1)
sharp.cache(false)
// Only the decoders of accepted types. A disguised file never reaches another decoder.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((format) => `VipsForeignLoad${format}`),
})

const ANIMATED_SIDE_MAX = 800
/** Pixels of all frames of a stored animation. The WebP decoder holds all of them when it resizes. */
const ANIMATED_PIXELS_MAX = 20_000_000
const PREVIEW_SIDE = 16
const BLURHASH_COMPONENTS = [4, 3] as const

export interface StoredPicture {
  readonly width: number
  readonly height: number
  /** More than one for an animation. */
  readonly frames: number
  /** A blurred thumbnail as a data: URL of a few hundred bytes. */
  readonly preview: string
  /** The same as a BlurHash, which apps of other makers draw. */
  readonly blurhash: string
}

const inside = (side: number) => ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const

/**
 * Decodes an uploaded picture and encodes it as WebP: upright if it does not move, no larger than needed, and without
 * what else is in the file (no location, no device, no hidden payload).
 * @param of.side the largest side of a picture that is to be small. Of an animation, it is then the first frame
 * @throws MediaRefusal mediaUnreadable, mediaTooDemanding, pictureTooLong, storageFull
 */
export async function storePicture(of: { file: string; target: string; side?: number | null }): Promise<StoredPicture> {
  const { file, target, side = null } = of
  try {
    // Without a limit, because only the header is read here. findExcess gives the reason of a refusal.
    const metadata = await sharp(file, { limitInputPixels: false }).metadata()
    const excess = findExcess(metadata)
    if (excess !== null) throw new MediaRefusal(excess)
    return await ((metadata.pages ?? 1) > 1 && side === null
      ? storeAnimation(file, target, metadata)
      : storeStill(file, target, metadata, side ?? PICTURE_SIDE_MAX))
  } catch (error) {
    throw error instanceof MediaRefusal ? error : new MediaRefusal('mediaUnreadable')
  }
}

const read = (file: string, animated: boolean): Sharp =>
  sharp(file, { limitInputPixels: PIXELS_MAX, failOn: 'error', sequentialRead: true, animated })

/** Resizes before rotating: to rotate the full picture, all of it would have to be in memory. */
async function storeStill(
  file: string,
  target: string,
  { orientation = 1 }: Metadata,
  side: number,
): Promise<StoredPicture> {
  const small = await read(file, false).resize(inside(side)).raw().toBuffer({ resolveWithObject: true })
  const upright = TURNS[orientation] ?? [0, false]
  const picture = sharp(small.data, { raw: small.info }).rotate(upright[0]).flop(upright[1])
  const { width, height } = await write(picture.webp({ quality: 84, effort: 2 }), target)
  return { width, height, frames: 1, ...(await readPreview(target)) }
}

/** What makes a picture upright, by EXIF orientation. sharp mirrors before it rotates, in whatever order it is told. */
const TURNS: Readonly<Record<number, readonly [degreesClockwise: number, isMirrored: boolean]>> = {
  2: [0, true],
  3: [180, false],
  4: [180, true],
  5: [270, true],
  6: [90, false],
  7: [90, true],
  8: [270, false],
}

async function storeAnimation(file: string, target: string, metadata: Metadata): Promise<StoredPicture> {
  const { width, pages = 1 } = metadata
  const height = metadata.pageHeight ?? metadata.height
  // The scale applies to both sides, so it is the square root.
  const scale = Math.min(1, Math.sqrt(ANIMATED_PIXELS_MAX / (pages * width * height)))
  const side = Math.floor(scale * Math.max(width, height))
  const small = read(file, true).resize(inside(Math.min(ANIMATED_SIDE_MAX, Math.max(1, side))))
  const written = await write(small.webp({ quality: 75, effort: 0 }), target)
  // An animation is written as one tall strip. This is the height of one frame.
  const keptHeight = written.pageHeight ?? written.height
  return { width: written.width, height: keptHeight, frames: written.pages ?? 1, ...(await readPreview(target)) }
}

/** Writes the file itself: sharp does not tell a full disk from a bad picture. @throws MediaRefusal storageFull */
async function write(picture: Sharp, target: string): Promise<OutputInfo> {
  const { data, info } = await picture.toBuffer({ resolveWithObject: true })
  await writeFile(target, data).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOSPC' || error.code === 'EDQUOT' ? new MediaRefusal('storageFull') : error
  })
  return info
}

async function readPreview(kept: string): Promise<Pick<StoredPicture, 'preview' | 'blurhash'>> {
  const { data, info } = await read(kept, false)
    .resize(PREVIEW_SIDE, PREVIEW_SIDE, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const preview = await sharp(data, { raw: info }).webp({ quality: 40 }).toBuffer()
  return {
    preview: `data:image/webp;base64,${preview.toString('base64')}`,
    blurhash: encodeBlurHash(new Uint8ClampedArray(data), info.width, info.height, ...BLURHASH_COMPONENTS),
  }
}

/** AVIF is the smallest format, and every client can read JPEG. Animations are never AVIF. */
export type PictureFormat = 'avif' | 'webp' | 'jpeg'

/** How a stored picture is sent. */
export interface Look {
  readonly width: number
  readonly format: PictureFormat
  /** Only the first frame. It is always so in formats other than WebP. */
  readonly isStill: boolean
}

/** Writes a stored picture at a requested width, but never larger than it is. */
export async function writeVariant(of: Look & { file: string; target: string }): Promise<void> {
  const { file, target, width, format, isStill } = of
  const picture = read(file, format === 'webp' && !isStill).resize({ width, withoutEnlargement: true })
  await write(encode(picture, format), target)
}

/** The number of frames of a stored picture. @throws MediaRefusal mediaUnreadable */
export async function countFrames({ file }: { file: string }): Promise<number> {
  const { pages = 1 } = await sharp(file).metadata().catch(refuse)
  return pages
}

function refuse(): never {
  throw new MediaRefusal('mediaUnreadable')
}

/** Qualities that look alike, and efforts that take a worker a fraction of a second. */
function encode(picture: Sharp, format: PictureFormat): Sharp {
  if (format === 'avif') return picture.avif({ quality: 55, effort: 2 })
  if (format === 'webp') return picture.webp({ quality: 78, effort: 3 })
  return picture.flatten({ background: '#fff' }).jpeg({ quality: 80, mozjpeg: true })
}
