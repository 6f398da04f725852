import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import { bind } from '../../http/calls/bind.ts'
import type { JobClock } from '../../jobs/clock.ts'
import { runWith } from '../../jobs/job.ts'
import { Loop } from '../../jobs/loop.ts'
import { sendNotices } from '../account-events/event-mails.ts'
import type { MailRequest, UnwrittenMail } from '../mails/mail-worker.ts'
import { readableAddress } from '../mails/readable-address.ts'
import { startMails } from '../mails/start-mails.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { sendDigests, writeDigest } from '../notifications/digest/digest.ts'
import { registerUnsubscribe } from '../notifications/digest/unsubscribe.routes.ts'
import { deviceOf } from '../sessions/device.ts'
import { answerResetRequest, askForReset } from '../sign-in/password/forgot.ts'
import { changeEmail, confirmEmail, readEmail, sendAgain } from './email-address.service.ts'

/** How often it looks for digests that are due, in milliseconds. */
const DIGESTS_MS = 30_000

interface Parts {
  readonly metrics: Metrics
  readonly clock: JobClock
}

/** Everything with mail; the calls exist without a mail server too. */
export function registerEmail(app: FastifyInstance, dependencies: Dependencies, { metrics, clock }: Parts): void {
  const { db } = dependencies
  const duties = {
    requests: { resetRequest: (request: MailRequest) => answerResetRequest(db, request) },
    renders: { digest: (mail: UnwrittenMail) => writeDigest(db, mail, clock.now) },
  }
  startMails(app, dependencies, { metrics, clock, duties })
  const look = () => sendDigests(db, clock.now, app.log)
  const digests = { name: 'digests', purpose: 'make digests', everyMs: DIGESTS_MS, gatherMs: 0, look }
  runWith(app, new Loop({ ...digests, clock, logger: app.log }))
  registerUnsubscribe(app, dependencies)
  sendNotices(db)

  bind(app, ENDPOINTS.forgotPassword, async ({ body }) => {
    await askForReset(db, body.name)
    return {}
  })

  bind(app, ENDPOINTS.confirmEmail, async ({ body }, { request }) => {
    await confirmEmail(db, body.token, deviceOf(request))
    return {}
  })

  bind(app, ENDPOINTS.getEmail, (_input, { viewer }) => readEmail(db.read, viewer))

  bind(app, ENDPOINTS.changeEmail, ({ body }, { viewer, request }) =>
    changeEmail(db, viewer, readableAddress(body.email), deviceOf(request)),
  )

  bind(app, ENDPOINTS.sendEmailConfirmation, async (_input, { viewer }) => {
    await sendAgain(db, viewer)
    return {}
  })
}
