import { MEDIA_WIDTHS } from './limits.ts'

export interface PictureSource {
  src: string
  srcSet?: string
}

/** Pictures served here come in several widths; others only as they are. */
export function pictureSource(url: string): PictureSource {
  if (!url.startsWith('/media/') || url.includes('?')) return { src: url }
  return {
    src: `${url}?w=660`,
    srcSet: MEDIA_WIDTHS.map((width) => `${url}?w=${width} ${width}w`).join(', '),
  }
}

/** The displayed width of a post's picture. The server's page and the client use it to choose the same file. */
export const PICTURE_SIZES = '(min-width: 768px) 530px, calc(100vw - 5.5rem)'

/** Number of posts on the first screen of a list. Their pictures are loaded eagerly. */
export const FIRST_SCREEN_POSTS = 2
