import { rm } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../database/database.ts'
import type { JobClock } from '../../../jobs/clock.ts'
import { type Found, Loop, NOTHING_MORE } from '../../../jobs/loop.ts'
import { CLAIM_MS } from '../records/media.queries.ts'
import { sourceName } from '../records/media.view.ts'
import type { MediaStore } from '../store/media-store.ts'
import type { WorkerPool } from '../worker/worker-pool.ts'
import * as queries from './conversions.queries.ts'
import { type Run, type RunLimits, runFfmpeg } from './ffmpeg.ts'
import { runWithToneMap } from './tone-map.ts'
import { conversionOf } from './video-commands.ts'

/** A conversion that takes longer has failed. It has the priority of work that nobody waits for. */
const LIMITS: RunLimits = { processorTime: 60 * 60, time: 20 * 60_000, niceness: 15 }
/** How often a node looks for conversions that another node has abandoned, in milliseconds. */
const LOOK_MS = 30_000

export interface Conversions {
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

type Claimed = NonNullable<Awaited<ReturnType<typeof queries.claimConversion>>>

/**
 * Converts videos one at a time, after their uploads were answered. The rows of the media are the work queue: a node
 * claims a row and renews its claim, so if the node dies another one takes over.
 */
export function createConversions({ db, store, workers, ffmpeg, logger, clock }: Needs): Conversions {
  let running: Run | null = null
  const loop = new Loop({ purpose: 'convert videos', logger, clock, everyMs: LOOK_MS, gatherMs: 0, look })
  if (ffmpeg !== null) loop.start()

  async function look(): Promise<Found> {
    const claimed = ffmpeg && (await db.write((transaction) => queries.claimConversion(transaction)))
    if (!claimed) return NOTHING_MORE
    await convert(ffmpeg, claimed)
    return { isMore: true }
  }

  async function convert(program: string, claimed: Claimed): Promise<void> {
    const { name, attempts } = claimed
    const target = store.temporaryFile()
    const renew = setInterval(() => void extendClaim(name).catch(() => undefined), CLAIM_MS / 3)
    try {
      const isTooOften = attempts > queries.ATTEMPTS_MAX
      const problem = isTooOften ? 'tried too often' : await run(program, claimed, target)
      if (problem === null) await finish(name)
      else if (loop.isClosed) await free(name, attempts)
      else await fail(name, problem)
    } finally {
      clearInterval(renew)
      await rm(target, { force: true })
    }
  }

  const extendClaim = (name: string) =>
    db.write((transaction) => {
      return queries.extendClaim(transaction, name)
    })

  /** Converts the source and stores the result. @returns what went wrong, or null */
  async function run(program: string, { name, width, height, duration }: Claimed, target: string) {
    const outcome = await store.withLocalFile(sourceName(name), async (file) => {
      const { fileTypeFromFile } = await import('file-type')
      const container = (await fileTypeFromFile(file))?.mime === 'video/webm' ? 'webm' : 'mp4'
      workers.rest()
      const start = (args: readonly string[]) => {
        running = runFfmpeg(program, args, LIMITS)
        if (loop.isClosed) running.stop()
        return running
      }
      const job = { file, target, container, width, height, duration: (duration ?? 0) / 1_000 } as const
      const problem = await runWithToneMap(start, job, (toneMap) => conversionOf({ ...job, toneMap }))
      if (problem === null) await store.put(target, name, 'video/mp4')
      return { problem }
    })
    running = null
    if (outcome !== null) return outcome.problem
    // An earlier run stored the result and removed the source, but died before it updated the row.
    return (await store.find(name)) === null ? 'its source is gone' : null
  }

  /** Removes the source before the row becomes ready, because nothing checks a ready row for a source again. */
  async function finish(name: string): Promise<void> {
    await store.remove(sourceName(name))
    const bytes = (await store.find(name))?.bytes ?? 0
    const isWanted = await db.write((transaction) =>
      queries.endConversion(transaction, name, { state: 'ready', bytes }),
    )
    // The media were removed during the conversion.
    if (!isWanted) await store.remove(name)
  }

  /** The server is closing, which is not the video's fault, so this attempt does not count. */
  async function free(name: string, attempts: number): Promise<void> {
    await db.write((transaction) => queries.freeConversion(transaction, name, attempts - 1))
  }

  async function fail(name: string, problem: string): Promise<void> {
    logger.warn({ media: name, problem }, 'a video could not be converted')
    await store.remove(sourceName(name))
    await db.write((transaction) => queries.endConversion(transaction, name, { state: 'failed' }))
  }

  return {
    async begin(name) {
      await db.write((transaction) => queries.restartConversion(transaction, name))
      loop.wake()
    },
    async close() {
      const ended = loop.close()
      running?.stop()
      await ended
    },
  }
}
