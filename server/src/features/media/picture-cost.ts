import type { ErrorCode } from '@quack/contract'
import type { Metadata } from 'sharp'

/** Bounds on what a picture may ask of us, known from its header. */

/** Pixels of a picture, or of all pictures of an animation together. */
export const PIXELS_MAX = 50_000_000
/**
 * Decoding takes time for each line, however short: 49 million lines of one pixel took ten seconds. Panoramas of phones
 * have some 16,000 pixels on their longer side.
 */
const SIDE_MAX = 20_000
/** Pictures of an animation. */
const FRAMES_MAX = 600
/** What decoding may hold in memory at once, in bytes. */
const MEMORY_MAX = 100_000_000

/** Why a picture asks for more than we give; null when it does not. */
export function findExcess(picture: Metadata): ErrorCode | null {
  const { width, pages = 1 } = picture
  const height = picture.pageHeight ?? picture.height
  const pixels = width * height
  const isTooDemanding =
    pages > FRAMES_MAX || pages * pixels > PIXELS_MAX || pixels * bytesPerPixel(picture) > MEMORY_MAX
  if (isTooDemanding) return 'mediaTooDemanding'
  return Math.max(width, height) > SIDE_MAX ? 'pictureTooLong' : null
}

/**
 * Bytes that decoding holds for each pixel of the whole picture. Most pictures are decoded from top to bottom and cost
 * next to nothing; those that are stored in passes, or as a video's frame, are whole in memory before the first line.
 */
function bytesPerPixel(picture: Metadata): number {
  const { format, channels, isProgressive = false, chromaSubsampling = '', depth } = picture
  switch (format) {
    case 'jpeg':
      // Coefficients of two bytes; the colours of 4:2:0 count a quarter.
      return isProgressive ? 2 * (chromaSubsampling === '4:2:0' ? 1.5 : channels) : 0
    case 'png':
      return isProgressive ? channels * (depth === 'ushort' ? 2 : 1) : 0
    case 'webp':
      return 4
    case 'gif':
      return 8
    default:
      return 8
  }
}
