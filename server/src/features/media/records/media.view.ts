import type { MediaShape, UploadedMedia } from '@quack/contract'
import type { MediaRow } from './media.queries.ts'

const PREFIX = '/media/'
/** The start of an address, with or without a signature (media-addresses.ts). */
const START = /^\/media\/(?:(?:signed|app)\/[\w.-]{1,80}\/)?/
/** A generated name: 128 bits of the content's hash, and a file extension. */
const NAME = /^[A-Za-z0-9_-]{22}\.(webp|mp4|webm)$/

export function isMediaName(text: string): boolean {
  return NAME.test(text)
}

/** The name in the address of media uploaded here, also in a signed one that has expired; null for other addresses. */
export function mediaNameOf(url: string): string | null {
  const name = url.replace(START, '')
  return name !== url && isMediaName(name) ? name : null
}

/** The file of an address with a signature that expires; null for others. */
export const signedNameOf = (url: string): string | null =>
  url.startsWith(`${PREFIX}signed/`) ? url.slice(url.lastIndexOf('/') + 1) : null

export function mediaUrl(name: string): string {
  return PREFIX + name
}

export function signedUrl(name: string, signature: string, by: 'signed' | 'app' = 'signed'): string {
  return `${PREFIX}${by}/${signature}/${name}`
}

/** The address of the same media in another form. Addresses elsewhere stay as they are. */
export function readdress(url: string, urlOf: (name: string) => string): string {
  const name = mediaNameOf(url)
  return name === null ? url : urlOf(name)
}

/** How an address is stored: without the signature that a client may have got with it. */
export const unsignedUrl = (url: string): string => readdress(url, mediaUrl)

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
  return video !== null && isMediaName(video) ? video : null
}

/** @param frames of a picture; null if they were not counted yet */
export function isAnimated(frames: number | null): boolean {
  return frames !== null && frames > 1
}

/** What a page needs to lay out media and to decide whether they can be played. */
export function shapeView(
  row: Pick<MediaRow, 'name' | 'width' | 'height' | 'preview' | 'has_poster' | 'frames' | 'state'>,
  urlOf: (name: string) => string,
): MediaShape {
  const { name, width, height, preview, state } = row
  const poster = row.has_poster === 1 ? urlOf(posterName(name)) : ''
  return { width, height, preview, poster, ...(isAnimated(row.frames) ? { animated: true } : null), state }
}

export function mediaView(row: MediaRow): UploadedMedia {
  return { url: mediaUrl(row.name), type: row.type, ...shapeView(row, mediaUrl) }
}
