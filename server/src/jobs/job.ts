import type { FastifyInstance } from 'fastify'

/** What a job has done since its start, for /metrics. */
export interface JobState {
  readonly looks: number
  /** Looks that failed. */
  readonly failures: number
  /** How long its looks took in all, in seconds. */
  readonly seconds: number
  /** When a look last succeeded, in milliseconds since 1970; 0 if none has. */
  readonly succeededAt: number
  /** Of a queue: runs that have ended, those of them that failed, and those under way. */
  readonly runs?: { readonly ended: number; readonly failed: number; readonly underWay: number }
}

/** Work that a server does without being asked. */
export interface Job {
  /** Its label in /metrics: one word. */
  readonly name: string
  readonly state: JobState
  start(): void
  close(): Promise<void>
}

const jobs = new WeakMap<FastifyInstance, Set<Job>>()

/** The jobs of a server, in the order in which they were added. */
export function jobsOf(app: FastifyInstance): ReadonlySet<Job> {
  const found = jobs.get(app) ?? new Set()
  jobs.set(app, found)
  return found
}

/** Names a job that somebody else starts and closes, for /metrics. */
export function addJob(app: FastifyInstance, job: Job): void {
  jobs.set(app, new Set([...jobsOf(app), job]))
}

/** Runs jobs from the start of a server to its end. */
export function runWith(app: FastifyInstance, ...added: readonly Job[]): void {
  for (const job of added) addJob(app, job)
  app.addHook('onReady', async () => {
    for (const job of added) job.start()
  })
  app.addHook('onClose', async () => {
    await Promise.all(added.map((job) => job.close()))
  })
}
