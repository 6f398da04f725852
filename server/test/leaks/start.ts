import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MailServer, startMailServer } from '@quack/testing/mail-server'
import { patient } from '@quack/testing/patience'
import { EVENTS } from '../../src/features/events/events.routes.ts'
import type { Installation } from '../app.ts'
import { FROM, ORIGIN } from '../mails.ts'
import { startOverNetwork } from '../oracle/over-network.ts'
import { writePreviewPage } from '../preview-page.ts'
import { createTestClock } from '../test-clock.ts'

/** The mail server, and the worker that sends to it, which looks when it is told to. */
export interface Mailing {
  readonly server: MailServer
  readonly look: () => void
}

export interface LeakInstallation extends Installation {
  /** Where pages and event streams are read; null to leave them out. */
  readonly address: string | null
  /** Null to leave digests out. */
  readonly mailing: Mailing | null
}

/** A server with pages, event streams and mails. */
export async function startWithPages(): Promise<LeakInstallation> {
  const webDirectory = await writePreviewPage(await mkdtemp(join(tmpdir(), 'quack-test-')))
  const server = await startMailServer()
  // Ahead, so that each edit leaves a trace; by less than polls are open, because it stands still in long runs too.
  const clock = createTestClock({ start: Date.now() + 20 * 60 * 60_000 })
  const mail = { location: { url: server.url, from: FROM }, timeoutMs: patient(60_000) }
  const installation = await startOverNetwork({ webDirectory, events: EVENTS, publicUrl: ORIGIN, clock, mail })
  return {
    ...installation,
    mailing: { server, look: () => clock.advance(1) },
    async close() {
      await installation.close()
      await server.stop()
      await rm(webDirectory, { recursive: true, force: true })
    },
  }
}
