import Negotiator from 'negotiator'
import type { PictureFormat } from '../decoding/pictures.ts'

/**
 * The best format that a client names in `Accept`; JPEG for all others. A client that only sends a wildcard may be too
 * old for AVIF and WebP.
 */
export function chooseFormat(accept: string | undefined, isAnimated: boolean): PictureFormat {
  const named = new Negotiator({ headers: { accept } }).mediaTypes()
  const offered: readonly PictureFormat[] = isAnimated ? ['webp', 'jpeg'] : ['avif', 'webp', 'jpeg']
  // In the client's order of preference. Types with q=0 are not in this list.
  for (const type of named) {
    const format = offered.find((candidate) => type === `image/${candidate}`)
    if (format) return format
  }
  return 'jpeg'
}
