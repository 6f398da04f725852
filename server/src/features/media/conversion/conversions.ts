import { rm } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../database/database.ts'
import type { JobClock } from '../../../jobs/clock.ts'
import type { Job } from '../../../jobs/job.ts'
import { DONE, doubling, type Outcome, Queue } from '../../../jobs/queue.ts'
import type { Owned } from '../../../jobs/turns.ts'
import { CLAIM_MS } from '../records/media.queries.ts'
import { sourceName } from '../records/media.view.ts'
import type { MediaStore } from '../store/media-store.ts'
import type { WorkerPool } from '../worker/worker-pool.ts'
import type { Video } from './conversions.queries.ts'
import * as queries from './conversions.queries.ts'
import { type RunLimits, runFfmpeg } from './ffmpeg.ts'
import { runWithToneMap } from './tone-map.ts'
import { conversionOf } from './video-commands.ts'

/** A conversion that takes longer has failed. It has the priority of work that nobody waits for. */
const LIMITS: RunLimits = { processorTime: 60 * 60, time: 20 * 60_000, niceness: 15 }
/** How often a node looks for conversions that wait, or that another node has abandoned, in milliseconds. */
const LOOK_MS = 30_000

/** Longer than all programs of a conversion may take. */
const LONGEST_MS = 2 * 60 * 60_000

export interface Conversions {
  readonly job: Job
  /** Called when the files of these media are stored. Their conversion may begin now, here or on another node. */
  begin(name: string): Promise<void>
  close(): Promise<void>
}

interface Needs {
  readonly db: Database
  readonly store: MediaStore
  readonly workers: WorkerPool
  readonly ffmpeg: string | null
  readonly logger: FastifyBaseLogger
  readonly clock: JobClock
}

/**
 * Converts videos, on each node one at a time, in a queue of jobs whose rows are those of the media. No upload waits
 * for it. Members take turns.
 */
export function createConversions({ db, store, workers, ffmpeg, logger, clock }: Needs): Conversions {
  const queue: Queue<Owned<string>, Video> = new Queue(
    {
      ...{ name: 'videos', purpose: 'convert videos', everyMs: LOOK_MS, gatherMs: 0, atOnce: 1 },
      ...{ claimMs: CLAIM_MS, longestMs: LONGEST_MS },
      due: queries.listWaiting,
      claim: queries.claimVideos,
      renew: queries.renewClaims,
      run: convert,
      backOff: (video) => doubling(video, LONGEST_MS),
      postpone: (transaction, { key }, { dueAt, attempts }) =>
        queries.postponeVideo(transaction, key, dueAt > clock.now() ? dueAt : 0, attempts),
      giveUp: (transaction, { key }) => queries.endConversion(transaction, key, { state: 'failed' }),
      about: ({ key }) => ({ media: key }),
    },
    { db, clock, logger },
  )
  if (ffmpeg !== null) queue.start()

  async function convert(video: Video, signal: AbortSignal): Promise<Outcome> {
    const target = store.temporaryFile()
    try {
      const isTooOften = video.attempts >= queries.ATTEMPTS_MAX
      const problem = isTooOften ? 'tried too often' : await run(video, target, signal)
      if (problem === null) return finish(video.key)
      // The server stops, or it took too long.
      if (signal.aborted) return { kind: 'later', problem }
      await store.remove(sourceName(video.key))
      return { kind: 'never', problem }
    } finally {
      await rm(target, { force: true })
    }
  }

  /** Converts the source and stores the result. @returns what went wrong, or null */
  async function run({ key: name, width, height, duration }: Video, target: string, signal: AbortSignal) {
    const outcome = await store.withLocalFile(sourceName(name), async (file) => {
      const { fileTypeFromFile } = await import('file-type')
      const container = (await fileTypeFromFile(file))?.mime === 'video/webm' ? 'webm' : 'mp4'
      workers.rest()
      const start = (args: readonly string[]) => {
        const program = runFfmpeg(ffmpeg ?? 'ffmpeg', args, LIMITS)
        if (signal.aborted) program.stop()
        signal.addEventListener('abort', program.stop)
        return program
      }
      const job = { file, target, container, width, height, duration: (duration ?? 0) / 1_000 } as const
      const problem = await runWithToneMap(start, job, (toneMap) => conversionOf({ ...job, toneMap }))
      if (problem === null) await store.put(target, name, 'video/mp4')
      return { problem }
    })
    if (outcome !== null) return outcome.problem
    // An earlier run stored the result and removed the source, but died before it updated the row.
    return (await store.find(name)) === null ? 'its source is gone' : null
  }

  /** Removes the source before the row becomes ready: of a ready row, only a sweep of all files would find it. */
  async function finish(name: string): Promise<Outcome> {
    await store.remove(sourceName(name))
    const bytes = (await store.find(name))?.bytes ?? 0
    const isWanted = await db.write((transaction) =>
      queries.endConversion(transaction, name, { state: 'ready', bytes }),
    )
    // The media were removed during the conversion.
    if (!isWanted) await store.remove(name)
    return DONE
  }

  return {
    job: queue,
    async begin(name) {
      await db.write((transaction) => queries.restartConversion(transaction, name))
      queue.wake()
    },
    close: () => queue.close(),
  }
}
