import type { MediaShape, UploadedMedia } from '@quack/contract'
import type { MediaRow } from './media.queries.ts'

const PREFIX = '/media/'
/** A generated name: 128 bits of the content's hash, and a file extension. */
const NAME = /^[A-Za-z0-9_-]{22}\.(webp|mp4|webm)$/

/** The name in the address of media uploaded here; null for other addresses. */
export function mediaNameOf(url: string): string | null {
  if (!url.startsWith(PREFIX)) return null
  const name = url.slice(PREFIX.length)
  return NAME.test(name) ? name : null
}

export function mediaUrl(name: string): string {
  return PREFIX + name
}

/** The poster is a derived file of the video and is removed with it. */
export function posterName(video: string): string {
  return `${video}.webp`
}

/** The uploaded file, which is kept until it is converted. */
export function sourceName(video: string): string {
  return `${video}.source`
}

/** The video that a poster's name belongs to; null if it is not a poster's name. */
export function videoOfPoster(name: string): string | null {
  const [, video = null] = /^(.+\.(?:mp4|webm))\.webp$/.exec(name) ?? []
  return video === null ? null : mediaNameOf(mediaUrl(video))
}

/** What a page needs to lay out media and to decide whether they can be played. */
export function shapeView(
  row: Pick<MediaRow, 'name' | 'width' | 'height' | 'preview' | 'has_poster' | 'state'>,
): MediaShape {
  const { name, width, height, preview, state } = row
  return { width, height, preview, poster: row.has_poster === 1 ? mediaUrl(posterName(name)) : '', state }
}

export function mediaView(row: MediaRow): UploadedMedia {
  return { url: mediaUrl(row.name), type: row.type, ...shapeView(row) }
}
