import type { MediaShape, UploadedMedia } from '@quack/contract'
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

/** A video's poster is kept as something made of the video, and goes with it. */
export function posterName(video: string): string {
  return `${video}.webp`
}

/** What a video is made of, until it is converted. */
export function sourceName(video: string): string {
  return `${video}.source`
}

/** The video that this name of a poster belongs to, or null. */
export function videoOfPoster(name: string): string | null {
  const [, video = null] = /^(.+\.(?:mp4|webm))\.webp$/.exec(name) ?? []
  return video === null ? null : mediaNameOf(mediaUrl(video))
}

/** What a page needs to lay media out, and to know whether there is something to play. */
export function shapeView(
  row: Pick<MediaRow, 'name' | 'width' | 'height' | 'preview' | 'has_poster' | 'state'>,
): MediaShape {
  const { name, width, height, preview, state } = row
  return { width, height, preview, poster: row.has_poster === 1 ? mediaUrl(posterName(name)) : '', state }
}

export function mediaView(row: MediaRow): UploadedMedia {
  return { url: mediaUrl(row.name), type: row.type, ...shapeView(row) }
}
