import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import { bind } from '../../http/calls/bind.ts'
import type { JobClock } from '../../jobs/clock.ts'
import type { Languages } from '../../locale/languages.ts'
import { sendNotices } from '../account-events/event-mails.ts'
import type { MailRequest, UnwrittenMail } from '../mails/mail-worker.ts'
import { readableAddress } from '../mails/readable-address.ts'
import { startMails } from '../mails/start-mails.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { startDigests, writeDigest } from '../notifications/digest/digest.ts'
import { registerUnsubscribe } from '../notifications/digest/unsubscribe.routes.ts'
import { deviceOf } from '../sessions/device.ts'
import { answerResetRequest, askForReset } from '../sign-in/password/forgot.ts'
import { changeEmail, confirmEmail, readEmail, sendAgain } from './email-address.service.ts'

interface Parts {
  readonly metrics: Metrics
  readonly clock: JobClock
  readonly languages: Languages
}

/** Everything with mail; the calls exist without a mail server too. */
export function registerEmail(app: FastifyInstance, dependencies: Dependencies, parts: Parts): void {
  const { clock } = parts
  const { db } = dependencies
  const duties = {
    requests: { resetRequest: (request: MailRequest) => answerResetRequest(db, request) },
    renders: { digest: (mail: UnwrittenMail) => writeDigest(db, mail, clock.now) },
  }
  startMails(app, dependencies, { ...parts, duties })
  startDigests(app, db, clock)
  registerUnsubscribe(app, dependencies)
  sendNotices(db)

  bind(app, ENDPOINTS.forgotPassword, ({ body }) => askForReset(db, body.name))

  bind(app, ENDPOINTS.confirmEmail, ({ body }, { request }) => confirmEmail(db, body.token, deviceOf(request)))

  bind(app, ENDPOINTS.getEmail, (_input, { viewer }) => readEmail(db.read, viewer))

  bind(app, ENDPOINTS.changeEmail, ({ body }, { viewer, request }) =>
    changeEmail(db, viewer, readableAddress(body.email), deviceOf(request)),
  )

  bind(app, ENDPOINTS.sendEmailConfirmation, (_input, { viewer }) => sendAgain(db, viewer))
}
