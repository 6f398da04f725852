import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileTypeFromFile } from 'file-type'
import type { Database } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import { AppError } from '../../http/errors.ts'
import type { MediaRow } from './media.queries.ts'
import type { MediaStore } from './media-store.ts'
import { keepPicture } from './pictures.ts'
import { recordUpload } from './record-upload.ts'
import { readVideo } from './videos.ts'

export type Purpose = 'post' | 'avatar'

/** What is taken, by content. The key is what the file is, the value how it is kept. */
const PICTURES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'])
const VIDEOS: Readonly<Record<string, { ending: 'mp4' | 'webm'; mime: string }>> = {
  'video/mp4': { ending: 'mp4', mime: 'video/mp4' },
  // The same container by an older name; browsers that refuse the name play the file.
  'video/quicktime': { ending: 'mp4', mime: 'video/mp4' },
  'video/webm': { ending: 'webm', mime: 'video/webm' },
}

/**
 * Receives a file, decides by its content what it is, and keeps it. Nothing stays behind when it is refused.
 * @param by who uploads it; null for the demo
 * @param isTooLarge told after the stream has ended whether it was cut at the limit
 * @throws requestMalformed, mediaTooLarge, avatarTooLarge, mediaTypeRefused, avatarTypeRefused, mediaUnreadable
 */
export async function receiveMedia(
  db: Database,
  store: MediaStore,
  by: MemberId | null,
  purpose: Purpose,
  stream: Readable,
  isTooLarge: () => boolean,
): Promise<MediaRow> {
  const received = store.temporaryFile()
  const kept = store.temporaryFile()
  try {
    await pipeline(stream, createWriteStream(received)).catch(refuseForm)
    if (isTooLarge()) throw new AppError(purpose === 'avatar' ? 'avatarTooLarge' : 'mediaTooLarge')
    const row = await convert(received, kept, purpose)
    const file = row.type === 'image' ? kept : received
    const name = `${await hashFile(file)}.${row.ending}`
    const { size: bytes } = await stat(file)
    const { type, mime, width, height, preview } = row
    const media = { name, type, mime, bytes, width, height, preview }
    // The row first: a file without one would be taken for left over.
    await recordUpload(db, media, by)
    await store.keep(file, name, row.mime)
    return media
  } finally {
    await Promise.all([rm(received, { force: true }), rm(kept, { force: true })])
  }
}

/** A form that ends early or says no boundary is the sender's fault; what has a system call is ours, a full disk say. */
export function refuseForm(error: Error & { code?: string }): never {
  if ('syscall' in error || error.code?.startsWith('FST_')) throw error
  throw new AppError('requestMalformed')
}

async function convert(received: string, kept: string, purpose: Purpose) {
  const mime = (await fileTypeFromFile(received))?.mime ?? ''
  if (PICTURES.has(mime)) {
    return { ...(await keepPicture(received, kept)), type: 'image', mime: 'image/webp', ending: 'webp' } as const
  }
  if (purpose === 'avatar') throw new AppError('avatarTypeRefused')
  const video = VIDEOS[mime]
  if (!video) throw new AppError('mediaTypeRefused')
  return { ...(await readVideo(received)), ...video, type: 'video', preview: '' } as const
}

/** 128 bits of SHA-256: the same content has one name, and no two contents share one. */
async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest().subarray(0, 16).toString('base64url')
}
