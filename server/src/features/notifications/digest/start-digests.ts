import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../database/database.ts'
import type { JobClock } from '../../../jobs/clock.ts'
import { runWith } from '../../../jobs/job.ts'
import { Loop } from '../../../jobs/loop.ts'
import { queueDigests } from './digest.ts'

/** How often it looks for digests that are due, in milliseconds. */
const EVERY_MS = 30_000

/** The job that queues digests. The mail server must have been started, if there is one. */
export function startDigests(app: FastifyInstance, db: Database, clock: JobClock): void {
  const look = () => queueDigests(db, clock.now, app.log)
  const purpose = 'make digests'
  runWith(app, new Loop({ name: 'digests', purpose, clock, logger: app.log, everyMs: EVERY_MS, gatherMs: 0, look }))
}
