import { availableParallelism } from 'node:os'
import type { MemberId } from '../../../database/schema.ts'
import { AppError } from '../../../http/errors/errors.ts'
import { createFairQueue, type FairQueue } from '../../../http/limits/fair-queue.ts'
import type { JobInput, JobName, JobResult } from './jobs.ts'
import { createWorkerProcess, type WorkerProcess } from './worker-process.ts'

/** The lanes, in the order of their priority: readers of a page come before uploads. */
const LANES = ['reader', 'upload'] as const
type Lane = (typeof LANES)[number]

/** Uploads alternate between members; null is for files of no member, such as those of the demo. */
export type JobOrigin = { readonly lane: 'reader' } | { readonly lane: 'upload'; readonly by: MemberId | null }

/** How many jobs may wait in each lane. Beyond that a refusal is better than a long wait. */
const WAITING_MAX: Readonly<Record<Lane, number>> = { reader: 200, upload: 100 }

export interface WorkerPool {
  /** @throws unavailable if too many jobs wait already, else what the job refuses */
  run<J extends JobName>(origin: JobOrigin, job: J, input: JobInput<J>): Promise<JobResult<J>>
  /** Whether a job for this origin would be refused now. */
  isFullFor(origin: JobOrigin): boolean
  /** Starts a process while a file is still arriving. */
  warm(): void
  /** Ends idle processes to free their memory. */
  rest(): void
  close(): void
}

interface Waiting {
  start(worker: WorkerProcess): Promise<void>
  drop(): void
}

/** Runs decoding and encoding in separate processes, on all processors but one, in the order of the lanes. */
export function createWorkerPool(size = Math.max(1, availableParallelism() - 1)): WorkerPool {
  const workers = Array.from({ length: size }, createWorkerProcess)
  const free = [...workers]
  const lanes: Readonly<Record<Lane, FairQueue<MemberId | null, Waiting>>> = {
    reader: createFairQueue(WAITING_MAX.reader),
    upload: createFairQueue(WAITING_MAX.upload),
  }
  let isClosed = false

  const ownerOf = (origin: JobOrigin) => (origin.lane === 'upload' ? origin.by : null)
  const takeFirst = () => LANES.reduce<Waiting | null>((first, lane) => first ?? lanes[lane].take(), null)

  function next(): void {
    const worker = free.at(-1)
    const first = worker && takeFirst()
    if (!first) return
    free.pop()
    void first.start(worker).finally(() => {
      free.push(worker)
      next()
    })
  }

  return {
    isFullFor: (origin) => isClosed || lanes[origin.lane].isFullFor(ownerOf(origin)),
    run<J extends JobName>(origin: JobOrigin, job: J, input: JobInput<J>): Promise<JobResult<J>> {
      const { promise, resolve, reject } = Promise.withResolvers<JobResult<J>>()
      const entry: Waiting = {
        start: (worker) => worker.run({ job, input }).then((result) => resolve(result as JobResult<J>), reject),
        drop: () => reject(new AppError('unavailable')),
      }
      if (isClosed) entry.drop()
      else lanes[origin.lane].add(ownerOf(origin), entry)?.drop()
      next()
      return promise
    },
    warm() {
      free.at(-1)?.warm()
    },
    rest() {
      for (const worker of free) worker.rest()
    },
    close() {
      isClosed = true
      for (const entry of LANES.flatMap((lane) => lanes[lane].clear())) entry.drop()
      for (const worker of workers) worker.close()
    },
  }
}
