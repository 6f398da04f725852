import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { freePort } from '../tools/src/free-port.ts'
import { findChromium } from '../tools/src/system.ts'

/** Every worker reads this file again; the ports are found once and handed down in the environment. */
process.env.E2E_PORT ??= String(await freePort())
process.env.E2E_POSTGRES_PORT ??= String(await freePort())
/** Of the product on SQLite: for tests of the admin command line. */
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'quack-e2e-'))

/** An installation that runs already, say behind a balancer: E2E_ADDRESS. With RATE_LIMITS=off, and the demo in it. */
const given = process.env.E2E_ADDRESS

const addressAt = (port: string | undefined): string => `http://127.0.0.1:${port}`
const address = given ?? addressAt(process.env.E2E_PORT)
const postgresAddress = given ?? addressAt(process.env.E2E_POSTGRES_PORT)

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const desktop = { viewport: { width: 1440, height: 900 } }

const LONG = 'explore-long.e2e.ts'

/** Tests of what is the same at every width: time, failures, live answers, the words of forms. */
const ONCE = [
  ...['comment-votes', 'connection', 'explore-steps', 'failures', 'hostile-words', 'keyboard', 'liked-by', 'live'],
  ...['converting', 'live-news', 'layout-shift', 'offline-shell', 'one-time-link'],
  ...['loading', 'login', 'post-card', 'profile-lists', 'sign-up', 'time', 'uploads', 'descriptions', 'videos'],
].map((name) => `${name}.e2e.ts`)

/** A journey through every screen: these run at each width on each engine. */
const EVERYWHERE = ['main-journey', 'login', 'explore', 'bookmarks', 'profile', 'not-found'].map(
  (name) => `${name}.e2e.ts`,
)

/** The product on data of its own, started as its users start it. */
function product(url: string, port: string | undefined, { flags = '', data }: { flags?: string; data?: string } = {}) {
  return {
    // exec: without a shell between, it notices when this process is gone.
    command: `exec node ../tools/src/serve-for-tests.ts ${flags}`,
    url: `${url}/readyz`,
    env: { PORT: port ?? '', ...(data === undefined ? {} : { DATA_DIR: data }) },
    stdout: 'ignore' as const,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 15_000 },
  }
}

export default defineConfig({
  testDir: 'tests',
  testMatch: '*.e2e.ts',
  // Its frame rate would be the machine's, not the product's: e2e/long.config.ts runs it alone.
  testIgnore: LONG,
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: true,
  // One more than two processors: browsers wait for the product, and it for them.
  workers: 3,
  // Generous: a machine that is busy with other things is not a fault of the product.
  timeout: 120_000,
  globalTimeout: 11 * 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    baseURL: address,
    locale: 'en-US',
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: findChromium() ?? '',
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    {
      name: 'phone',
      testIgnore: [LONG, ...ONCE],
      // Barriers of the dark theme are those of its colours, and colours are the same on a desktop.
      grepInvert: /in the dark theme .* no barriers/,
      use: { ...phone, baseURL: postgresAddress },
    },
    { name: 'desktop', use: desktop },
    { name: 'phone-sqlite', testMatch: EVERYWHERE, use: phone },
    { name: 'desktop-postgres', testMatch: EVERYWHERE, use: { ...desktop, baseURL: postgresAddress } },
  ],
  webServer:
    given === undefined
      ? [
          product(address, process.env.E2E_PORT, { data: process.env.E2E_DATA_DIR }),
          product(postgresAddress, process.env.E2E_POSTGRES_PORT, { flags: '--postgres' }),
        ]
      : [],
})
