import { startMailServer } from '@quack/testing/mail-server'
import { patient } from '@quack/testing/patience'
import { MailQueue } from '../src/features/mails/mail-queue.ts'
import { createLanguages } from '../src/locale/languages.ts'
import { test as base } from './fixtures.ts'
import { FROM, ORIGIN } from './mails.ts'
import { createTestClock } from './test-clock.ts'

/** A server whose mails go to a mail server of the test file, and whose worker has a clock of the test. */
export const test = base
  .extend('clock', { scope: 'file' }, () => createTestClock())
  .extend('mailServer', { scope: 'file' }, async ({ temporary: _ }, { onCleanup }) => {
    const mailServer = await startMailServer()
    onCleanup(() => mailServer.stop())
    return mailServer
  })
  .extend('options', { scope: 'file' }, ({ clock, mailServer }) => ({
    publicUrl: ORIGIN,
    clock,
    mail: { location: { url: mailServer.url, from: FROM }, timeoutMs: patient(60_000) },
  }))
  // Queues mails as the features do.
  .extend('queue', { scope: 'file' }, ({ app, clock }) => {
    const { db, secret } = app.dependencies
    return new MailQueue({ db, secret, publicUrl: ORIGIN, now: clock.now, languages: createLanguages({}) })
  })
