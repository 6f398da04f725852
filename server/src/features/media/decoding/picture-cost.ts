import type { ErrorCode } from '@quack/contract'
import type { Metadata } from 'sharp'

/** Limits on the cost of decoding a picture, checked with only its header. */

/** Pixels of a picture, or of all frames of an animation together. */
export const PIXELS_MAX = 50_000_000
/**
 * Decoding costs time for each line, however short: 49 million lines of one pixel took ten seconds. Panoramas from
 * phones have about 16,000 pixels on their longer side.
 */
const SIDE_MAX = 20_000
/** Frames of an animation. */
const FRAMES_MAX = 600
/** Maximum memory for decoding, in bytes. */
const MEMORY_MAX = 100_000_000

/** The limit that a picture exceeds; null if it exceeds none. */
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
 * Bytes of memory that decoding needs for each pixel of the whole picture. Most pictures are decoded from top to bottom
 * and need almost none. Those stored in passes, or as a video frame, are in memory as a whole before the first line.
 */
function bytesPerPixel(picture: Metadata): number {
  const { format, channels, isProgressive = false, chromaSubsampling = '', depth } = picture
  switch (format) {
    case 'jpeg':
      // Coefficients of two bytes; with 4:2:0 each colour plane has a quarter of the pixels.
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
