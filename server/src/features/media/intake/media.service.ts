import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { MemberId } from '../../../database/schema.ts'
import { AppError } from '../../../http/errors/errors.ts'
import type { MediaRow } from '../records/media.queries.ts'
import { hashFile, type Intake, recordUpload } from './intake.ts'
import { storeVideo } from './video-intake.ts'

export type Purpose = 'post' | 'avatar'

/** Of the picture of a link card, which is kept small and still, in pixels. */
const CARD_SIDE = 800

/** The accepted types, detected from the content. */
const PICTURES: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/webp',
  'image/avif',
  'image/gif',
])
const VIDEOS: ReadonlySet<string> = new Set(['video/mp4', 'video/x-m4v', 'video/quicktime', 'video/webm'])
export const MEDIA_TYPES: readonly string[] = [...PICTURES, ...VIDEOS]
/** Pictures of phones that sharp cannot decode. They get a refusal of their own, as the file is not damaged. */
const HEIC: ReadonlySet<string> = new Set(['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'])

/**
 * Receives a file, detects its type from its content, and stores the result. A refused file leaves nothing behind.
 * @param by the member who uploads it; null for the demo, and for cards
 * @param isTooLarge called when the stream has ended: whether it was cut at the limit
 * @throws requestMalformed, mediaTooLarge, avatarTooLarge, mediaTypeRefused, avatarTypeRefused, mediaUnreadable,
 * mediaTooDemanding, pictureTooLong, heicRefused, videoFormatRefused, storageFull, unavailable
 */
export async function receiveMedia(
  intake: Intake,
  by: MemberId | null,
  purpose: Purpose | 'card',
  stream: Readable,
  isTooLarge: () => boolean,
): Promise<MediaRow> {
  // Refused before the file is received.
  if (intake.workers.isFullFor({ lane: 'upload', by })) throw new AppError('unavailable')
  intake.workers.warm()
  const received = intake.store.temporaryFile()
  try {
    await pipeline(stream, createWriteStream(received)).catch(refuseForm)
    if (isTooLarge()) throw new AppError(purpose === 'avatar' ? 'avatarTooLarge' : 'mediaTooLarge')
    // Loaded with the first upload, because it takes a megabyte.
    const { fileTypeFromFile } = await import('file-type')
    const mime = (await fileTypeFromFile(received).catch(() => undefined))?.mime ?? ''
    const side = purpose === 'card' ? CARD_SIDE : null
    if (PICTURES.has(mime)) return await storeImage(intake, by, received, side)
    if (HEIC.has(mime)) throw new AppError('heicRefused')
    if (purpose !== 'post') throw new AppError('avatarTypeRefused')
    if (VIDEOS.has(mime)) return await storeVideo(intake, by, received)
    throw new AppError('mediaTypeRefused')
  } finally {
    await rm(received, { force: true })
  }
}

/** A truncated form is the client's fault. An error of a system call, such as a full disk, is not. */
export function refuseForm(error: Error & { code?: string }): never {
  if ('syscall' in error || error.code?.startsWith('FST_')) throw error
  throw new AppError('requestMalformed')
}

async function storeImage(intake: Intake, by: MemberId | null, file: string, side: number | null): Promise<MediaRow> {
  const { store, workers } = intake
  const target = store.temporaryFile()
  try {
    const { width, height, frames, preview, blurhash } = await workers.run({ lane: 'upload', by }, 'storePicture', {
      ...{ file, target, side },
    })
    const name = `${await hashFile(target)}.webp`
    const { size: bytes } = await stat(target)
    const looks = { width, height, frames, preview, blurhash, has_poster: 0, duration: null } as const
    const row: MediaRow = { name, type: 'image', mime: 'image/webp', bytes, ...looks, state: 'ready' }
    // The row first, because a file without a row counts as left over.
    await recordUpload(intake.db, row, by)
    await store.put(target, name, row.mime)
    return row
  } finally {
    await rm(target, { force: true })
  }
}
