import type { FurtherPicture, MediaShape, QuotedPost } from '@quack/contract'
import { isShaped, type Typed } from './is-shaped.ts'

/** What covers a post until its reader opens it. As an event tells it, each may be empty. */
export interface Cover {
  warning?: string | undefined
  warnedBy?: 'moderator' | '' | undefined
  sensitive?: boolean | undefined
}

/** A quoted post as it is shown below the one that quotes it. Of a picture that waits, the shape is not known. */
export type Quoted = Omit<QuotedPost, 'furtherPictures' | keyof Cover> &
  Cover & {
    furtherPictures?: (Omit<FurtherPicture, 'media'> & { media: MediaShape | null })[] | undefined
  }

const PICTURE = { url: 'string', alt: 'string' } as const
const MEDIA = { width: 'number', height: 'number', preview: 'string', poster: 'string', state: 'string' } as const
const QUOTED = {
  _id: 'string',
  id: 'string',
  username: 'string',
  firstName: 'string',
  lastName: 'string',
  avatarURL: 'string',
  content: 'string',
  mediaUrl: 'string',
  type: 'string' as Typed<QuotedPost['type']>,
  alt: 'string',
  createdAt: 'string',
  warning: 'string?',
  sensitive: 'boolean?',
} as const

/** A quoted post that a draft or a waiting post on this device has. Undefined if it is none. */
export function readQuoted(kept: unknown): Quoted | undefined {
  if (!isShaped(kept, QUOTED)) return undefined
  const { media, lang, furtherPictures } = kept
  const further = Array.isArray(furtherPictures) ? furtherPictures : []
  return asQuoted({
    ...kept,
    lang: typeof lang === 'string' ? lang : '',
    media: readMedia(media),
    furtherPictures: further.flatMap((each: unknown) =>
      isShaped(each, PICTURE) ? [{ url: each.url, alt: each.alt, media: readMedia(each.media) }] : [],
    ),
  })
}

function readMedia(media: unknown): MediaShape | null {
  return isShaped(media, MEDIA) ? (media as unknown as MediaShape) : null
}

/** What a post that quotes this one shows of it. */
export function asQuoted(post: Omit<Quoted, 'lang'> & { lang?: string | undefined }): Quoted {
  const { _id, id, username, firstName, lastName, avatarURL } = post
  const {
    content,
    lang = '',
    mediaUrl,
    type,
    alt,
    media,
    furtherPictures,
    createdAt,
    editedAt,
    warning,
    sensitive,
  } = post
  const author = { username, firstName, lastName, avatarURL }
  return {
    _id,
    id,
    ...author,
    content,
    lang,
    warning,
    sensitive,
    mediaUrl,
    type,
    alt,
    media,
    furtherPictures,
    createdAt,
    ...(editedAt && { editedAt }),
  }
}
