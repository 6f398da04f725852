import type { UploadedMedia } from '@quack/contract'
import type { MediaRow } from './media.queries.ts'

const PREFIX = '/media/'
/** A name is made by us, from the content: 128 bits of its hash, and an ending. */
const NAME = /^[A-Za-z0-9_-]{22}\.(webp|mp4|webm)$/

/** The name in the address of media uploaded here; null for any other address. */
export function mediaNameOf(url: string): string | null {
  if (!url.startsWith(PREFIX)) return null
  const name = url.slice(PREFIX.length)
  return NAME.test(name) ? name : null
}

export function mediaUrl(name: string): string {
  return PREFIX + name
}

export function mediaView(row: MediaRow): UploadedMedia {
  const { name, type, width, height, preview } = row
  return { url: mediaUrl(name), type, width, height, preview }
}
