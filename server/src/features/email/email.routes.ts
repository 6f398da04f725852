import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import { bind } from '../../http/bind.ts'
import { readableAddress } from '../mails/readable-address.ts'
import { startMails } from '../mails/start-mails.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { deviceOf } from '../sessions/device.ts'
import { sendDigests, writeDigest } from './digest.ts'
import { changeEmail, confirmEmail, readEmail, sendAgain } from './email.service.ts'
import { createLinkCleanup } from './expired-links.ts'
import { answerResetRequest, askForReset } from './forgot.ts'
import { sendNotices } from './notices.ts'
import { registerUnsubscribe } from './unsubscribe.routes.ts'

/** Everything with mail; the calls exist without a mail server too. */
export function registerEmail(app: FastifyInstance, dependencies: Dependencies, metrics: Metrics): void {
  const { db } = dependencies
  const now = dependencies.mail?.clock.now ?? Date.now
  const deleteExpired = createLinkCleanup(db, now)
  startMails(app, dependencies, metrics, {
    requests: { resetRequest: (request) => answerResetRequest(db, request) },
    renders: { digest: (mail) => writeDigest(db, mail, now) },
    onTick: async () => {
      await deleteExpired()
      // Other mails are sent anyway.
      await sendDigests(db, now, app.log).catch((error) => app.log.warn({ err: error }, 'could not make digests'))
    },
  })
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
