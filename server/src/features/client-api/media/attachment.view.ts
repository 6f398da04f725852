import type { MediaShape, Post } from '@quack/contract'
import type { MediaAttachment } from '@quack/contract/client-api/entities'
import { MEDIA_WIDTHS, PICTURE_SIDE_MAX } from '@quack/contract/rules/limits'
import { isMediaName, mediaNameOf } from '../../media/records/media.view.ts'
import type { Urls } from '../transport/urls.ts'

/** Pictures are at most this wide where an app shows a small one. */
const [, PREVIEW_WIDTH] = MEDIA_WIDTHS

/** A picture or video. */
export interface Shown {
  /** The id of those that are elsewhere. */
  readonly id: string
  readonly url: string
  readonly type: Post['type']
  readonly alt: string
  /** Null for those that are elsewhere. */
  readonly shape: MediaShape | null
  readonly blurhash: string | null
}

/** Of a picture or video that a post shows. */
export function mediaIdOfPost({ _id }: Pick<Post, '_id'>, url: string): string {
  const name = mediaNameOf(url)
  return name === null ? _id : mediaIdOf(name)
}

export function attachmentView({ id, url, type, alt, shape, blurhash }: Shown, urls: Urls): MediaAttachment {
  const isElsewhere = mediaNameOf(url) === null
  const address = urls.media(url)
  // Without a width, a picture is as wide as in our own cards.
  const sized = (width: number) => (isElsewhere ? address : `${address}?w=${width}`)
  const preview = { video: shape?.poster ? urls.media(shape.poster) : null, image: sized(PREVIEW_WIDTH) }
  const isVideo = type === 'video'
  return {
    id: mediaIdOfPost({ _id: id }, url),
    type: isVideo ? 'video' : 'image',
    url: isVideo ? address : sized(PICTURE_SIDE_MAX),
    preview_url: preview[isVideo ? 'video' : 'image'],
    remote_url: null,
    text_url: null,
    meta: shape
      ? { original: sizeOf(shape, shape.width), small: sizeOf(shape, isVideo ? shape.width : PREVIEW_WIDTH) }
      : {},
    description: alt || null,
    blurhash,
  }
}

/** @param widest a smaller picture stays as it is */
function sizeOf({ width, height }: MediaShape, widest: number): MediaAttachment['meta']['small'] {
  const wide = Math.min(width, widest)
  const high = Math.max(1, Math.round((height * wide) / width))
  return { width: wide, height: high, size: `${wide}x${high}`, aspect: wide / high }
}

const ENDINGS = ['webp', 'mp4', 'webm']
const BASE = BigInt(ENDINGS.length)
const HASH_BYTES = 16

/**
 * Apps expect ids of digits. The id of a file is its name as a number: no row is needed, and the same file has the same
 * id.
 */
export function mediaIdOf(name: string): string {
  const [hash = '', ending = ''] = name.split('.')
  const number = BigInt(`0x${Buffer.from(hash, 'base64url').toString('hex')}`)
  return String(number * BASE + BigInt(ENDINGS.indexOf(ending)))
}

/** Null for what is no id. */
export function mediaNameOfId(id: string): string | null {
  if (!/^\d{1,40}$/.test(id)) return null
  const hex = (BigInt(id) / BASE).toString(16).padStart(HASH_BYTES * 2, '0')
  const name = `${Buffer.from(hex, 'hex').toString('base64url')}.${ENDINGS[Number(BigInt(id) % BASE)]}`
  return isMediaName(name) ? name : null
}
