import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@quack/testing/free-port'
import { ROOT } from '@quack/testing/run'
import { missing } from '@quack/testing/system'

/** The servers of the journeys, which e2e/playwright.config.ts would start otherwise. */
export interface JourneyServers {
  /** For Playwright: where they are. */
  readonly env: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** Starts them beside other tests: while they fill the demo, journeys could only wait. */
export async function startJourneyServers(): Promise<JourneyServers> {
  const ports = { sqlite: String(await freePort()), postgres: String(await freePort()) }
  const data = mkdtempSync(join(tmpdir(), 'quack-e2e-'))
  const children = [start([], { PORT: ports.sqlite, DATA_DIR: data })]
  if (missing('postgres') === null) children.push(start(['--postgres'], { PORT: ports.postgres }))
  return {
    env: { E2E_PORT: ports.sqlite, E2E_POSTGRES_PORT: ports.postgres, E2E_DATA_DIR: data, E2E_SERVERS: 'started' },
    async stop() {
      await Promise.all(
        children.map(async (child) => {
          if (child.exitCode !== null || child.signalCode !== null) return
          child.kill('SIGTERM')
          await once(child, 'exit')
        }),
      )
    },
  }
}

function start(args: readonly string[], env: Readonly<Record<string, string>>) {
  return spawn(process.execPath, [join(ROOT, 'tools/src/serve-for-tests.ts'), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
