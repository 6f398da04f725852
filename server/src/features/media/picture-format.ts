import Negotiator from 'negotiator'
import type { PictureFormat } from './pictures.ts'

/**
 * The best format that a client names in its `Accept`. JPEG for all others: what says that it takes anything may be of
 * a time before AVIF and WebP.
 */
export function chooseFormat(accept: string | undefined, isAnimated: boolean): PictureFormat {
  const named = new Negotiator({ headers: { accept } }).mediaTypes()
  const offered: readonly PictureFormat[] = isAnimated ? ['webp', 'jpeg'] : ['avif', 'webp', 'jpeg']
  // In the order of the client's wishes; those it refuses with q=0 are not among them.
  for (const type of named) {
    const format = offered.find((candidate) => type === `image/${candidate}`)
    if (format) return format
  }
  return 'jpeg'
}
