import type { UploadedMedia } from '@quack/contract'
import type { Connection } from '../../../database/database.ts'
import { mediaNameOf, posterName } from '../records/media.view.ts'
import { mediaAddressesOf } from '../records/media-addresses.ts'
import { findServed } from './served.queries.ts'

/**
 * Uploaded media, with addresses that the uploader can load at once. They are signed if the same file belongs to posts
 * that not everyone may see, and to no other.
 */
export async function withLoadableUrls(db: Connection, media: UploadedMedia): Promise<UploadedMedia> {
  const name = mediaNameOf(media.url)
  const served = name === null ? undefined : await findServed(db, { name })
  if (!served || served.is_open) return media
  const { urlOf } = mediaAddressesOf(db).signed()
  return { ...media, url: urlOf(served.name), poster: media.poster === '' ? '' : urlOf(posterName(served.name)) }
}
