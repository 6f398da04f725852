import { MEDIA_WIDTHS } from './limits.ts'

export interface PictureSource {
  src: string
  srcSet?: string
}

const isOurs = (url: string) => url.startsWith('/media/') && !url.includes('?')

/** Uploaded pictures come in several widths; others only as they are. @param isStill the first frame alone */
export function pictureSource(url: string, isStill = false): PictureSource {
  if (!isOurs(url)) return { src: url }
  const at = (width: number) => `${url}?w=${width}${isStill ? '&still=1' : ''}`
  return { src: at(660), srcSet: MEDIA_WIDTHS.map((width) => `${at(width)} ${width}w`).join(', ') }
}

/** Whether the first frame of a picture that moves has an address of its own. */
export const hasStill = isOurs

/** Whether a picture of another site moves, as far as its address tells. Of ours the server says it. */
export function mayMove(url: string): boolean {
  return !isOurs(url) && /\.gif(?:$|[?#])/i.test(url)
}

/** A small picture that is never animated, if it was uploaded here. */
export function stillPicture(url: string): string {
  return isOurs(url) ? `${url}?still=1` : url
}

/** The displayed width of a post's picture. The server's page and the client use it to choose the same file. */
export const PICTURE_SIZES = '(min-width: 768px) 530px, calc(100vw - 5.5rem)'
/** The same of one of several. */
export const TILE_SIZES = '(min-width: 768px) 265px, calc(50vw - 2.75rem)'

/** Whether the reader wants animated pictures to be still until they are started. */
export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

/** Number of posts on the first screen of a list. Their pictures are loaded eagerly. */
export const FIRST_SCREEN_POSTS = 2
