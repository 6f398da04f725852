import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS } from '@quack/testing/chromium'
import { freePort } from '@quack/testing/free-port'
import { patient } from '@quack/testing/patience'
import { findChromium, missing } from '@quack/testing/system'
import { isLong } from '@quack/testing/tier'
import { LONG, PHONE, PHONE_IN_LONG } from './support/where.ts'

/** Every worker evaluates this file. The environment passes the ports on to the workers. */
process.env.E2E_PORT ??= String(await freePort())
process.env.E2E_POSTGRES_PORT ??= String(await freePort())
/** The data directory of the SQLite server, for tests of the admin command line. */
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'quack-e2e-'))

/** E2E_ADDRESS: a running installation to test, say behind a load balancer. Needs RATE_LIMITS=off and the demo. */
const given = process.env.E2E_ADDRESS

const addressAt = (port: string | undefined): string => `http://127.0.0.1:${port}`
const address = given ?? addressAt(process.env.E2E_PORT)
/** Without PostgreSQL, all journeys run on SQLite. They expect the same. */
const hasPostgres = missing('postgres') === null
const postgresAddress = given ?? (hasPostgres ? addressAt(process.env.E2E_POSTGRES_PORT) : address)

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const desktop = { viewport: { width: 1440, height: 900 } }

const FRAMES = 'long-lists.e2e.ts'

/** Matches tests with one of these tags. */
function tagged(...places: readonly { readonly tag: readonly string[] }[]): RegExp {
  return new RegExp(`(${places.flatMap(({ tag }) => tag).join('|')})(?![\\w-])`)
}

/** Matches tests that match both. */
function both({ source: one }: RegExp, { source: other }: RegExp): RegExp {
  return new RegExp(`^(?=[^]*${one})(?=[^]*${other})`)
}

const onDesktop = isLong ? { grep: tagged(LONG), grepInvert: tagged(PHONE) } : { grepInvert: tagged(PHONE, LONG) }
const onPhone = isLong
  ? { grep: [both(tagged(LONG), tagged(PHONE)), tagged(PHONE_IN_LONG)] }
  : { grep: tagged(PHONE), grepInvert: tagged(LONG) }

/** A server with its own data, started in the same way as by users. @param url waits until it is ready */
function product(port: string | undefined, { flags = '', data, url }: { flags?: string; data?: string; url?: string }) {
  return {
    // exec: without a shell in between, the server notices when this process ends.
    command: `exec node ../tools/src/serve-for-tests.ts ${flags}`,
    ...(url === undefined ? {} : { url: `${url}/readyz` }),
    env: { PORT: port ?? '', ...(data === undefined ? {} : { DATA_DIR: data }) },
    stdout: 'ignore' as const,
    timeout: patient(120_000),
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: patient(15_000) },
  }
}

export default defineConfig({
  testDir: 'tests',
  testMatch: '*.e2e.ts',
  // Beside other tests it would measure the machine's frame rate. e2e/long.config.ts runs it alone.
  testIgnore: FRAMES,
  outputDir: '../test-results',
  globalSetup: './support/servers-ready.ts',
  fullyParallel: true,
  forbidOnly: true,
  // For two processors, two more: browser and server often wait for each other.
  workers: 4,
  // Generous: a busy machine must not fail a test. The whole run has no limit.
  timeout: patient(180_000),
  expect: { timeout: patient(30_000), toPass: { timeout: patient(120_000) } },
  reporter: 'list',
  use: {
    baseURL: address,
    locale: 'en-US',
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    // A worker keeps all files of the client again for each test, which costs half of what a page costs. Tests of it
    // have `test.use({ serviceWorkers: 'allow' })`, and so has the main journey.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: findChromium() ?? '',
      args: [...CHROMIUM_FLAGS],
    },
  },
  projects: [
    { name: 'desktop', ...onDesktop, use: desktop },
    { name: 'phone', ...onPhone, use: { ...phone, baseURL: postgresAddress } },
  ],
  webServer:
    // `npm test` has started them (tools/src/journey-servers.ts).
    given === undefined && process.env.E2E_SERVERS !== 'started'
      ? [
          // Beside the other. The global setup waits for it.
          ...(hasPostgres ? [product(process.env.E2E_POSTGRES_PORT, { flags: '--postgres' })] : []),
          product(process.env.E2E_PORT, { data: process.env.E2E_DATA_DIR, url: address }),
        ]
      : [],
})
