import { rm, stat } from 'node:fs/promises'
import type { MemberId } from '../../../database/schema.ts'
import { AppError } from '../../../http/errors/errors.ts'
import { isFullFor } from '../conversion/conversions.queries.ts'
import { OUT_OF_TIME, type RunLimits, runFfmpeg } from '../conversion/ffmpeg.ts'
import { runWithToneMap } from '../conversion/tone-map.ts'
import { type Container, convertedSize, posterOf } from '../conversion/video-commands.ts'
import type { VideoFacts } from '../decoding/videos.ts'
import { findMedia, type MediaRow } from '../records/media.queries.ts'
import { posterName, sourceName } from '../records/media.view.ts'
import { hashFile, type Intake, recordUpload } from './intake.ts'

/** The largest frame that is converted, in pixels. Decoding holds about ten frames in memory. */
const CONVERTED_PIXELS_MAX = 1_920 * 1_200
/** A member waits for it, but the server's own work comes first. */
const POSTER_LIMITS: RunLimits = { processorTime: 30, time: 120_000, niceness: 5 }

/**
 * Stores a video. MP4 files that every browser plays are copied without their metadata, but for HDR that is small
 * enough to convert. Others are converted later, unless too many wait for that, of this member or in all. Without
 * FFmpeg, what browsers play is copied, and the rest is refused.
 * @throws mediaUnreadable, mediaTypeRefused, mediaTooDemanding, videoFormatRefused, storageFull, unavailable
 */
export async function storeVideo(intake: Intake, by: MemberId | null, file: string): Promise<MediaRow> {
  const facts = await intake.workers.run({ lane: 'upload', by }, 'readVideo', { file })
  const isToConvert = mustConvert(facts, intake.ffmpeg !== null)
  const ending = intake.ffmpeg === null ? facts.container : 'mp4'
  // The name is the hash of the upload: conversions take too long to wait for, and each copy contains a new timestamp.
  const name = `${await hashFile(file)}.${ending}`
  const known = await findStored(intake, name)
  if (known) {
    await recordUpload(intake.db, known, by)
    return known
  }
  if (isToConvert && by !== null && (await isFullFor(intake.db.primary, by))) throw new AppError('unavailable')
  const size = isToConvert ? convertedSize(facts) : { width: facts.width, height: facts.height }
  const poster = intake.store.temporaryFile()
  const target = intake.store.temporaryFile()
  try {
    const looks =
      intake.ffmpeg === null
        ? { preview: '', blurhash: null }
        : await makePoster(intake, by, intake.ffmpeg, { ...facts, file, target: poster, isToConvert })
    if (!isToConvert) {
      await intake.workers.run({ lane: 'upload', by }, 'copyVideo', { file, target, container: facts.container })
    }
    const made = isToConvert ? file : target
    const row: MediaRow = {
      name,
      ...size,
      ...looks,
      type: 'video',
      mime: `video/${ending}`,
      bytes: (await stat(made)).size,
      has_poster: intake.ffmpeg === null ? 0 : 1,
      frames: null,
      duration: Math.round(facts.duration * 1_000),
      state: isToConvert ? 'converting' : 'ready',
    }
    await recordUpload(intake.db, row, by)
    if (row.has_poster === 1) await intake.store.put(poster, posterName(name), 'image/webp')
    await intake.store.put(made, isToConvert ? sourceName(name) : name, `video/${facts.container}`)
    if (isToConvert) await intake.conversions.begin(name)
    return row
  } finally {
    await Promise.all([poster, target].map((path) => rm(path, { force: true })))
  }
}

/** @throws videoFormatRefused, mediaTooDemanding */
function mustConvert(facts: VideoFacts, canConvert: boolean): boolean {
  const { isPlayable, isHighRange, container, width, height } = facts
  if (isPlayable && !canConvert) return false
  const isTooLarge = width * height > CONVERTED_PIXELS_MAX
  // Every browser plays a large one of PQ or HLG, if not in the same colours.
  if (isPlayable && container === 'mp4' && (!isHighRange || isTooLarge)) return false
  if (!canConvert) throw new AppError('videoFormatRefused')
  if (isTooLarge) throw new AppError('mediaTooDemanding')
  return true
}

/** The result of an earlier upload of the same file, because the bytes at an address must not change. */
async function findStored({ db, store }: Intake, name: string): Promise<MediaRow | null> {
  const row = await findMedia(db.read, name)
  if (!row || row.state === 'failed') return null
  // A process killed between the row and the file leaves a row without a file.
  return (await store.find(row.state === 'converting' ? sourceName(name) : name)) !== null ? row : null
}

interface PosterJob extends VideoFacts {
  readonly file: string
  readonly target: string
  readonly container: Container
  readonly isToConvert: boolean
}

/** @throws mediaUnreadable for a video without a frame, unavailable if it took too long or too many wait */
async function makePoster(
  { store, workers, posters }: Intake,
  by: MemberId | null,
  ffmpeg: string,
  job: PosterJob,
): Promise<Pick<MediaRow, 'preview' | 'blurhash'>> {
  const frame = store.temporaryFile()
  try {
    const start = (args: readonly string[]) => runFfmpeg(ffmpeg, args, POSTER_LIMITS)
    const argsOf = (toneMap: readonly string[]) => posterOf({ ...job, target: frame, toneMap })
    const problem = await posters.run(by, () => {
      // FFmpeg and an idle worker together would use more memory than an upload may.
      workers.rest()
      return job.isToConvert || job.isHighRange ? runWithToneMap(start, job, argsOf) : start(argsOf([])).done
    })
    if (problem !== null) throw new AppError(problem === OUT_OF_TIME ? 'unavailable' : 'mediaUnreadable')
    const made = await workers.run({ lane: 'upload', by }, 'storePicture', { file: frame, target: job.target })
    return { preview: made.preview, blurhash: made.blurhash }
  } finally {
    await rm(frame, { force: true })
  }
}
