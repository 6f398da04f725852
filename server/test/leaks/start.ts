import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EVENTS } from '../../src/features/events/events.routes.ts'
import type { Installation } from '../app.ts'
import { startOverNetwork } from '../oracle/over-network.ts'
import { writePreviewPage } from '../preview-page.ts'

export interface LeakInstallation extends Installation {
  /** Where pages and event streams are read; null to leave them out. */
  readonly address: string | null
}

/** A server with pages and event streams. */
export async function startWithPages(): Promise<LeakInstallation> {
  const webDirectory = await writePreviewPage(await mkdtemp(join(tmpdir(), 'quack-test-')))
  const installation = await startOverNetwork({ webDirectory, events: EVENTS })
  return {
    ...installation,
    async close() {
      await installation.close()
      await rm(webDirectory, { recursive: true, force: true })
    },
  }
}
