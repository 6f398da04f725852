import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import type { JobClock } from '../../jobs/clock.ts'
import { runWith } from '../../jobs/job.ts'
import type { Languages } from '../../locale/languages.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { MailQueue, setMailQueue } from './mail-queue.ts'
import { createMailSender, type MailLocation } from './mail-sender.ts'
import { type MailDuties, MailWorker } from './mail-worker.ts'

export interface MailOptions {
  readonly location: MailLocation
  /** How long the mail server may take for each answer, in milliseconds. */
  readonly timeoutMs: number
  /** Whether members have to confirm their address before they sign in; not by default. */
  readonly isConfirmationRequired?: boolean
}

export const MAIL = { timeoutMs: 20_000 } as const

interface Needs {
  readonly db: Database
  readonly secret: string
  readonly publicUrl: string | null
  readonly mail?: MailOptions | null
}

interface Parts {
  readonly metrics: Metrics
  readonly clock: JobClock
  readonly duties: MailDuties
  readonly languages: Languages
}

/** Sends what is queued, from the start of the server to its end. Does nothing if there is no mail server. */
export function startMails(
  app: FastifyInstance,
  { db, secret, publicUrl, mail = null }: Needs,
  { metrics, clock, duties, languages }: Parts,
): void {
  // A mail server needs the address, for the links in mails.
  if (mail === null || publicUrl === null) return
  const { location, timeoutMs, isConfirmationRequired = false } = mail
  const own = { languages, isConfirmationRequired, logger: app.log }
  const queue = new MailQueue({ db, secret, publicUrl, now: clock.now, ...own })
  setMailQueue(db, queue)
  const sender = createMailSender(location, timeoutMs)
  const worker = new MailWorker({ db, queue, sender, clock, logger: app.log, duties })
  runWith(app, worker.queue)
  watchMails(worker, metrics)
}

function watchMails({ state }: MailWorker, { gauge }: Metrics): void {
  gauge('quack_mails_waiting', 'Mails that wait to be sent', () => state.waiting)
  gauge('quack_mails_failed', 'Mails that were given up in the last 14 days', () => state.failed)
  gauge('quack_mails_sent', 'Mails that the mail server has accepted from this node', () => state.sent)
  gauge('quack_mails_refused', 'Attempts of this node that have to be repeated', () => state.refused)
}
