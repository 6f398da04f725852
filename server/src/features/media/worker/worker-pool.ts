import { availableParallelism } from 'node:os'
import { AppError } from '../../../http/errors.ts'
import type { JobInput, JobName, JobResult } from './jobs.ts'
import { createWorkerProcess, type WorkerProcess } from './worker-process.ts'

/** Who waits for a job, the most impatient first: one who looks at a page, and one who uploads. */
const LANES = ['reader', 'upload'] as const
export type Lane = (typeof LANES)[number]

/** How many jobs may wait in each lane. Beyond that it is better to say so than to let people wait. */
const WAITING_MAX: Readonly<Record<Lane, number>> = { reader: 200, upload: 100 }

export interface WorkerPool {
  /** @throws unavailable when too many wait already, else what the job refuses */
  run<J extends JobName>(lane: Lane, job: J, input: JobInput<J>): Promise<JobResult<J>>
  /** Whether a job in this lane would be refused now. */
  isFull(lane: Lane): boolean
  /** A file is on its way: the process that will decode it starts meanwhile. */
  warm(): void
  /** Ends the processes that have nothing to do, to give back their memory. */
  rest(): void
  close(): void
}

interface Waiting {
  readonly lane: Lane
  start(worker: WorkerProcess): Promise<void>
  drop(): void
}

/** Decoding and encoding, apart from the requests: on all processors but one, in the order of the lanes. */
export function createWorkerPool(size = Math.max(1, availableParallelism() - 1)): WorkerPool {
  const workers = Array.from({ length: size }, createWorkerProcess)
  const free = [...workers]
  const waiting: Waiting[] = []
  let isClosed = false

  const isFull = (lane: Lane) => isClosed || waiting.filter((entry) => entry.lane === lane).length >= WAITING_MAX[lane]

  function next(): void {
    const first = LANES.flatMap((lane) => waiting.find((entry) => entry.lane === lane) ?? [])[0]
    const worker = first && free.pop()
    if (!worker) return
    waiting.splice(waiting.indexOf(first), 1)
    void first.start(worker).finally(() => {
      free.push(worker)
      next()
    })
  }

  return {
    isFull,
    run<J extends JobName>(lane: Lane, job: J, input: JobInput<J>): Promise<JobResult<J>> {
      const { promise, resolve, reject } = Promise.withResolvers<JobResult<J>>()
      const entry: Waiting = {
        lane,
        start: (worker) => worker.run({ job, input }).then((result) => resolve(result as JobResult<J>), reject),
        drop: () => reject(new AppError('unavailable')),
      }
      if (isFull(lane)) entry.drop()
      else waiting.push(entry)
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
      for (const entry of waiting.splice(0)) entry.drop()
      for (const worker of workers) worker.close()
    },
  }
}
