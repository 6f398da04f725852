import { MEDIA_WIDTHS } from './limits.ts'

export interface PictureSource {
  src: string
  srcSet?: string
}

/** Pictures of our own come in several widths; others only as they are. */
export function pictureSource(url: string): PictureSource {
  if (!url.startsWith('/media/') || url.includes('?')) return { src: url }
  return {
    src: `${url}?w=660`,
    srcSet: MEDIA_WIDTHS.map((width) => `${url}?w=${width} ${width}w`).join(', '),
  }
}

/** How wide a post's picture is shown: the page that the server sends and the client must choose the same file. */
export const PICTURE_SIZES = '(min-width: 768px) 530px, calc(100vw - 5.5rem)'

/** So many posts stand on the first screen of a list: their pictures are not waited for. */
export const FIRST_SCREEN_POSTS = 2
