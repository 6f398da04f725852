import { availableParallelism } from 'node:os'
import type { MemberId } from '../../../database/schema.ts'
import { AppError } from '../../../http/errors.ts'
import { createFairQueue, type FairQueue } from './fair-queue.ts'
import type { JobInput, JobName, JobResult } from './jobs.ts'
import { createWorkerProcess, type WorkerProcess } from './worker-process.ts'

/** Who waits for a job, the most impatient first: one who looks at a page, and one who uploads. */
const LANES = ['reader', 'upload'] as const
type Lane = (typeof LANES)[number]

/** Those who upload have turns, by member; the demo is nobody. */
export type Waiter = { readonly lane: 'reader' } | { readonly lane: 'upload'; readonly by: MemberId | null }

/** How many jobs may wait in each lane. Beyond that it is better to say so than to let people wait. */
const WAITING_MAX: Readonly<Record<Lane, number>> = { reader: 200, upload: 100 }

export interface WorkerPool {
  /** @throws unavailable when too many wait already, else what the job refuses */
  run<J extends JobName>(waiter: Waiter, job: J, input: JobInput<J>): Promise<JobResult<J>>
  /** Whether a job for this waiter would be refused now. */
  isFullFor(waiter: Waiter): boolean
  /** A file is on its way: the process that will decode it starts meanwhile. */
  warm(): void
  /** Ends the processes that have nothing to do, to give back their memory. */
  rest(): void
  close(): void
}

interface Waiting {
  start(worker: WorkerProcess): Promise<void>
  drop(): void
}

/** Decoding and encoding, apart from the requests: on all processors but one, in the order of the lanes. */
export function createWorkerPool(size = Math.max(1, availableParallelism() - 1)): WorkerPool {
  const workers = Array.from({ length: size }, createWorkerProcess)
  const free = [...workers]
  const lanes: Readonly<Record<Lane, FairQueue<MemberId | null, Waiting>>> = {
    reader: createFairQueue(WAITING_MAX.reader),
    upload: createFairQueue(WAITING_MAX.upload),
  }
  let isClosed = false

  const ownerOf = (waiter: Waiter) => (waiter.lane === 'upload' ? waiter.by : null)
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
    isFullFor: (waiter) => isClosed || lanes[waiter.lane].isFullFor(ownerOf(waiter)),
    run<J extends JobName>(waiter: Waiter, job: J, input: JobInput<J>): Promise<JobResult<J>> {
      const { promise, resolve, reject } = Promise.withResolvers<JobResult<J>>()
      const entry: Waiting = {
        start: (worker) => worker.run({ job, input }).then((result) => resolve(result as JobResult<J>), reject),
        drop: () => reject(new AppError('unavailable')),
      }
      if (isClosed) entry.drop()
      else lanes[waiter.lane].add(ownerOf(waiter), entry)?.drop()
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
